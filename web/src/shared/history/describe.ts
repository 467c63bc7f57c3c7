/** Texts of history entries. Pages that show them load the namespace `history`. */
import type { HistoryEntry } from '../../api/sales/history.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney } from '../../ui/format/money.ts';

/** The title of an entry, and whether it needs attention. */
export type Description = { title: string; isException?: boolean };

type Words = (entry: HistoryEntry) => Description;

const amountOf = ({ facts: { amount, currency } }: HistoryEntry): string =>
  amount === null || currency === null ? '' : formatMoney(amount, currency);
const nameOf = ({ facts }: HistoryEntry): string => facts.name ?? '';

/** The amount of an order below 0 becomes credit of the customer. */
const paid: Words = (entry) => {
  const { amount, currency } = entry.facts;
  if (amount === null || currency === null || amount >= 0)
    return { title: t('history:paid', { amount: amountOf(entry) }) };
  return { title: t('history:credited', { amount: formatMoney(-amount, currency) }) };
};

/** A dispute is recorded as a refund: it succeeds if the seller loses. */
const titleOfDispute = (status: string | null, amount: string): string => {
  if (status === 'pending') return t('history:disputed', { amount });
  return t(status === 'succeeded' ? 'history:disputeLost' : 'history:disputeWon', { amount });
};

const refund: Words = (entry) => {
  const amount = amountOf(entry);
  const { status, reason } = entry.facts;
  if (reason === 'dispute') return { title: titleOfDispute(status, amount), isException: true };
  if (status === 'failed' || status === 'canceled')
    return { title: t('history:refundFailed', { amount }), isException: true };
  return {
    title: status === 'pending' ? t('history:refunding', { amount }) : t('history:refunded', { amount }),
    isException: true,
  };
};

const changes = [
  'product',
  'price',
  'change_planned',
  'change_withdrawn',
  'discount',
  'discount_removed',
  'trial',
  'pause_planned',
  'pause_withdrawn',
  'resumed',
  'cancellation_reason',
] as const;
const isKnownChange = (reason: string | null): reason is (typeof changes)[number] =>
  changes.some((change) => change === reason);

const descriptions: Record<HistoryEntry['type'], Words> = {
  'customer.created': () => ({ title: t('history:customerCreated') }),
  'customer.updated': ({ facts }) => ({
    title: t(facts.reason === 'email' ? 'history:customerAddressChanged' : 'history:customerChanged'),
  }),
  'customer.deleted': () => ({ title: t('history:customerDeleted'), isException: true }),
  'order.created': (entry) => ({
    title:
      entry.facts.reason === 'subscription_cycle'
        ? t('history:renewed', { name: nameOf(entry) })
        : t('history:ordered', { name: nameOf(entry) }),
  }),
  'order.updated': ({ facts: { reason } }) => {
    if (reason === 'refund_failed') return { title: t('history:refundReturned'), isException: true };
    if (reason === 'credit_taken') return { title: t('history:creditTaken'), isException: true };
    return { title: t(reason === 'invoice_created' ? 'history:invoiceCreated' : 'history:orderChanged') };
  },
  'order.paid': paid,
  'refund.created': refund,
  'refund.updated': refund,
  'subscription.created': (entry) => ({ title: t('history:subscriptionStarted', { name: nameOf(entry) }) }),
  'subscription.updated': (entry) => {
    const { reason, status } = entry.facts;
    const change = isKnownChange(reason) ? reason : null;
    if (change === null && status === 'past_due')
      return { title: t('history:subscriptionPastDue', { name: nameOf(entry) }), isException: true };
    return {
      title: t(change ? `history:changes.${change}` : 'history:subscriptionChanged', { name: nameOf(entry) }),
    };
  },
  'subscription.canceled': ({ facts }) => ({
    title: facts.status === 'canceled' ? t('history:canceledAtOnce') : t('history:canceled'),
    isException: true,
  }),
  'subscription.uncanceled': () => ({ title: t('history:kept') }),
  'subscription.revoked': ({ facts }) => ({
    title: facts.status === 'canceled' ? t('history:subscriptionEnded') : t('history:subscriptionSuspended'),
    isException: true,
  }),
  'subscription.repeated': () => ({ title: t('history:repeated'), isException: true }),
  'benefit_grant.created': (entry) => ({ title: t('history:benefitGranted', { name: nameOf(entry) }) }),
  'benefit_grant.revoked': (entry) => ({ title: t('history:benefitRevoked', { name: nameOf(entry) }) }),
  'payment.failed': (entry) => ({
    title: t('history:paymentFailed', { amount: amountOf(entry) }),
    isException: true,
  }),
  'renewal.failed': () => ({ title: t('history:renewalFailed'), isException: true }),
  'renewal.periods_missed': ({ facts }) => ({
    title: t('history:periodsMissed', { count: facts.count ?? 0 }),
    isException: true,
  }),
  'trial.ended': () => ({ title: t('history:trialEnded'), isException: true }),
  'card.expiring': () => ({ title: t('history:cardExpiring') }),
  'price_change.announced': (entry) => ({
    title: t('history:priceChangeAnnounced', { amount: amountOf(entry) }),
  }),
  'price_change.withdrawn': () => ({ title: t('history:priceChangeWithdrawn') }),
  'mail.sent': ({ facts }) => ({ title: t('history:mailSent', { subject: facts.subject ?? '' }) }),
  'mail.refused': ({ facts: { subject, reason } }) => ({
    title: t('history:mailRefused', { subject: subject ?? '', reason: reason ?? '' }),
    isException: true,
  }),
};

export const describeEntry: Words = (entry) => descriptions[entry.type](entry);

/** The actor, where known. */
export const describeActor = ({ actor }: HistoryEntry): string | null => {
  if (actor === null) return null;
  if (actor.kind === 'token') return t('history:byAccessToken');
  if (actor.impersonatedBy) return t('history:byImpersonator', { name: actor.name ?? '' });
  return actor.kind === 'customer' || actor.name === null
    ? t('history:byCustomer')
    : t('history:byName', { name: actor.name });
};
