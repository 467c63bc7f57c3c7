import { useState } from 'react';
import { day } from '../../buyers/prices/format.ts';
import { UsagePrices } from '../../buyers/prices/UsagePrices.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { type Order, type Page as PageOf, routes, type Subscription } from '../api.ts';
import { BenefitList } from '../benefits/BenefitList.tsx';
import { t } from '../i18n.ts';
import { OrderRows } from '../orders/OrderRows.tsx';
import { useShows } from '../parts.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { Empty, Loading, Problem, Shown } from '../ui/State.tsx';
import { actsOf } from './acts.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { Duplicate, useDuplicate } from './Duplicate.tsx';
import {
  hasNextPayment,
  isGoingOn,
  isOver,
  isOwing,
  isWithheld,
  priceOf,
  standing,
  whatComes,
} from './describe.ts';
import { KeepButton } from './KeepButton.tsx';
import { PastDue } from './PastDue.tsx';
import { PauseDialog } from './PauseDialog.tsx';
import { Planned } from './Planned.tsx';
import { ResumeButton } from './ResumeButton.tsx';
import classes from './SubscriptionPage.module.css';
import { Upcoming } from './Upcoming.tsx';

const parent = () => ({ label: t('nav.subscriptions'), to: ['subscriptions'] });

export const SubscriptionPage = ({ id }: { id: string }) => {
  const { data, error, again } = useAsked<Subscription>(routes.subscription(id));
  const duplicate = useDuplicate({ id });
  const hasOrders = useShows('orders');
  const hasBenefits = useShows('benefits');
  if (data === null)
    return (
      <Page title={t('subscription.one')} parent={parent()}>
        {error ? <Problem failure={error} again={again} /> : <Loading lines={5} />}
      </Page>
    );
  const subscription = data;
  return (
    <Page title={subscription.product.name} mark={<Badge {...standing(subscription)} />} parent={parent()}>
      {isOwing(subscription) && <PastDue subscription={subscription} />}
      {duplicate && <Duplicate subscription={subscription} duplicate={duplicate} />}
      <Section title={t('subscription.plan')}>
        <Details items={factsOf(subscription)} />
        <UsagePrices prices={subscription.prices} currency={subscription.currency} />
        {subscription.pendingUpdate && isGoingOn(subscription) && <Planned subscription={subscription} />}
        {!isOver(subscription) && <Actions subscription={subscription} />}
      </Section>
      {hasNextPayment(subscription) && <Upcoming subscription={subscription} duplicate={duplicate} />}
      {hasBenefits && hasBenefitsNow(subscription) && (
        <Section title={t('benefits.title')}>
          <BenefitList
            query={`subscription_id=${id}`}
            whenNone={t(isWithheld(subscription) ? 'pastDue.none' : 'benefits.noneHere')}
          />
        </Section>
      )}
      {hasOrders && <Orders subscriptionId={id} />}
    </Page>
  );
};

/** Paused subscriptions have no benefits; past-due ones may still have them. */
const hasBenefitsNow = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due';

const factsOf = (subscription: Subscription): [string, string][] => {
  const { startedAt } = subscription;
  const since: [string, string][] = startedAt ? [[t('subscription.since'), day(startedAt)]] : [];
  return [
    [t('subscription.price'), priceOf(subscription)],
    ...(isOver(subscription) ? [...since, ...endOf(subscription)] : [...nextOf(subscription), ...since]),
  ];
};

const nextOf = (subscription: Subscription): [string, string][] => {
  const comes = whatComes(subscription);
  return comes ? [[t('subscription.next'), comes]] : [];
};

/** When it ended, and why unless it was canceled. */
const endOf = ({ endedAt, endedReason }: Subscription): [string, string][] => [
  ...(endedAt ? [[t('subscription.status.ended'), day(endedAt)] satisfies [string, string]] : []),
  ...(endedReason === 'payment_failed' || endedReason === 'trial_without_payment'
    ? [[t('subscription.why'), t(`subscription.endedReason.${endedReason}`)] satisfies [string, string]]
    : []),
];

/** The customer's actions: change the product, cancel, or revert the cancellation. */
const Actions = ({ subscription }: { subscription: Subscription }) => {
  const [open, setOpen] = useState<'change' | 'cancel' | 'pause' | null>(null);
  const { seller } = usePortal();
  const close = () => setOpen(null);
  const { currentPeriodEnd } = subscription;
  const may = actsOf(seller, subscription);
  return (
    <div className={classes.acts}>
      {may.change && (
        <Button kind="secondary" onPress={() => setOpen('change')}>
          {t('change.open')}
        </Button>
      )}
      {may.resume && <ResumeButton subscription={subscription} />}
      {may.pause && (
        <Button kind="secondary" onPress={() => setOpen('pause')}>
          {t('pause.open')}
        </Button>
      )}
      {may.cancel && (
        <Button kind="secondary" onPress={() => setOpen('cancel')}>
          {t('cancel.open')}
        </Button>
      )}
      {may.keep && <KeepButton subscription={subscription} />}
      {open === 'change' && <ChangeDialog subscription={subscription} onClose={close} />}
      {open === 'pause' && currentPeriodEnd !== null && (
        <PauseDialog subscription={{ ...subscription, currentPeriodEnd }} onClose={close} />
      )}
      {open === 'cancel' && <CancelDialog subscription={subscription} onClose={close} />}
    </div>
  );
};

const Orders = ({ subscriptionId }: { subscriptionId: string }) => {
  const asked = useAsked<PageOf<Order>>(routes.orders(`subscription_id=${subscriptionId}&limit=12`));
  return (
    <Section title={t('subscription.payments')}>
      <Shown asked={asked}>
        {({ items }) =>
          items.length === 0 ? <Empty text={t('orders.none')} /> : <OrderRows orders={items} />
        }
      </Shown>
    </Section>
  );
};
