import { money } from '../buyers/prices/format.ts';
import {
  type Customer,
  type Order,
  type Page as PageOf,
  routes,
  type Subscription,
  type Wallet,
} from './api.ts';
import { AllBenefits } from './benefits/AllBenefits.tsx';
import { Closed } from './Closed.tsx';
import { t } from './i18n.ts';
import { ReachedLimits } from './Limits.tsx';
import { OnlyThisPurchase } from './OnlyThisPurchase.tsx';
import { OrderRows } from './orders/OrderRows.tsx';
import { useShows } from './parts.ts';
import { useAsked, usePortal } from './portal.ts';
import { Link } from './router.tsx';
import { isOver } from './subscriptions/describe.ts';
import { SubscriptionRows } from './subscriptions/SubscriptionRows.tsx';
import notice from './ui/Notice.module.css';
import { Page } from './ui/Page.tsx';
import sections from './ui/Section.module.css';
import { Section } from './ui/Section.tsx';
import { Empty, Shown } from './ui/State.tsx';

/** The overview: what needs action, active subscriptions, benefits, and the latest orders. */
export const Overview = () => {
  const { seller } = usePortal();
  const { data: customer, error } = useAsked<Customer>(routes.me);
  const isOnlyOne = error?.status === 403;
  const hasOrders = useShows('orders');
  const hasBenefits = useShows('benefits');
  const subscriptions = useAsked<PageOf<Subscription>>(routes.subscriptions('limit=10'));
  const name = customer?.name?.trim();
  return (
    <Page
      title={name ? t('overview.helloName', { name }) : t('overview.hello')}
      {...(!isOnlyOne && { note: t('overview.text', { seller: seller.organization.name }) })}
    >
      {isOnlyOne && <OnlyThisPurchase />}
      {seller.isClosed && <Closed seller={seller.organization.name} />}
      <Owed />
      {/* Requested once access is known: the session of a single purchase would be refused. */}
      {customer && <ReachedLimits />}
      {customer && <Credit />}
      <Section title={t('nav.subscriptions')} action={<All to="subscriptions" />}>
        <Shown asked={subscriptions} lines={2}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty text={t('subscriptions.none')} />
            ) : (
              <SubscriptionRows subscriptions={items.toSorted(runningFirst).slice(0, 5)} />
            )
          }
        </Shown>
      </Section>
      {hasBenefits && (
        <Section title={t('benefits.title')}>
          <AllBenefits subscriptions={subscriptions.data?.items} />
        </Section>
      )}
      {hasOrders && <LastOrders />}
    </Page>
  );
};

const runningFirst = (a: Subscription, b: Subscription): number => Number(isOver(a)) - Number(isOver(b));

const All = ({ to }: { to: string }) => (
  <Link to={[to]} className={sections.link}>
    {t('overview.all')}
  </Link>
);

/** Unpaid orders stand above everything else. */
const Owed = () => {
  const { data } = useAsked<PageOf<Order>>(routes.orders('is_payable=true&limit=10'));
  return (
    <>
      {data?.items.map((order) => (
        <output key={order.id} className={notice.bad}>
          <span>
            <strong>{t('owed.title', { product: order.product.name })}</strong>
          </span>
          <Link to={['orders', order.id]} className={notice.act}>
            {t('pastDue.pay', { amount: money(order.dueAmount, order.currency) })}
          </Link>
        </output>
      ))}
    </>
  );
};

/** The credit, or amount too small to be charged, per currency. */
const Credit = () => {
  const { data } = useAsked<PageOf<Wallet>>(routes.wallets);
  const there = data?.items.filter(({ balance }) => balance !== 0) ?? [];
  if (there.length === 0) return null;
  return (
    <output className={notice.quiet}>
      {there.map(({ id, balance, currency }) => (
        <span key={id}>
          {t(balance > 0 ? 'wallet.credit' : 'wallet.owed', { amount: money(Math.abs(balance), currency) })}
        </span>
      ))}
    </output>
  );
};

const LastOrders = () => {
  const asked = useAsked<PageOf<Order>>(routes.orders('limit=5'));
  return (
    <Section title={t('overview.orders')} action={<All to="orders" />}>
      <Shown asked={asked}>
        {({ items }) =>
          items.length === 0 ? <Empty text={t('orders.none')} /> : <OrderRows orders={items} />
        }
      </Shown>
    </Section>
  );
};
