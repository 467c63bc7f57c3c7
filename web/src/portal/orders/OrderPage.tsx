import { Amounts } from '../../buyers/prices/Amounts.tsx';
import { day, money } from '../../buyers/prices/format.ts';
import { OrderNumber } from '../../buyers/prices/OrderNumber.tsx';
import { taxLabel } from '../../buyers/prices/tax.ts';
import { type Order, routes } from '../api.ts';
import { BenefitList } from '../benefits/BenefitList.tsx';
import { t } from '../i18n.ts';
import { useShows } from '../parts.ts';
import { useAsked } from '../portal.ts';
import { Link } from '../router.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Page } from '../ui/Page.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';
import { Loading, Problem } from '../ui/State.tsx';
import { BillingDetails } from './BillingDetails.tsx';
import { lineText, orderStanding } from './describe.ts';
import { PayOrder } from './PayOrder.tsx';

const parent = () => ({ label: t('nav.orders'), to: ['orders'] });

export const OrderPage = ({ id }: { id: string }) => {
  const { data: order, error, again } = useAsked<Order>(routes.order(id));
  const hasBenefits = useShows('benefits');
  if (order === null)
    return (
      <Page title={t('order.one')} parent={parent()}>
        {error ? <Problem failure={error} again={again} /> : <Loading lines={5} />}
      </Page>
    );
  const { subscription } = order;
  return (
    <Page
      title={order.product.name}
      mark={<Badge {...orderStanding(order)} />}
      note={
        <>
          <OrderNumber number={order.invoiceNumber} /> · {day(order.createdAt)}
        </>
      }
      parent={parent()}
    >
      {order.isPayable && <PayOrder order={order} />}
      <Section
        title={t(`order.reason.${order.billingReason}`)}
        action={
          subscription && (
            <Link to={['subscriptions', subscription.id]} className={sections.link}>
              {t('order.subscription')}
            </Link>
          )
        }
      >
        <OrderAmounts order={order} />
      </Section>
      <BillingDetails order={order} />
      {hasBenefits && !subscription && (
        <Section title={t('benefits.title')}>
          <BenefitList query={`order_id=${id}`} whenNone={t('benefits.noneHere')} />
        </Section>
      )}
    </Page>
  );
};

const OrderAmounts = ({ order }: { order: Order }) => {
  const line = (label: string, cents: number) => ({ label, text: money(cents, order.currency) });
  const { appliedBalanceAmount } = order;
  const refunded = order.refundedAmount + order.refundedTaxAmount;
  return (
    <Amounts
      items={order.items.map((item) => line(lineText(item, order.currency), item.amount))}
      sums={[
        ...(order.discountAmount > 0 ? [line(t('summary.discount'), -order.discountAmount)] : []),
        // Below 0 when credits exceed the sale.
        ...(order.taxAmount === 0 ? [] : [line(taxLabel(order), order.taxAmount)]),
      ]}
      total={line(t('summary.total'), order.totalAmount)}
      after={[
        // The total is below 0 when the order has added credit to the balance.
        ...(appliedBalanceAmount === 0
          ? []
          : [
              line(t('change.balance'), appliedBalanceAmount),
              line(t(order.paid ? 'order.status.paid' : 'order.status.pending'), order.dueAmount),
            ]),
        ...(refunded === 0
          ? []
          : [line(refunded > 0 ? t('order.refunded') : t('order.creditTaken'), -refunded)]),
      ]}
    />
  );
};
