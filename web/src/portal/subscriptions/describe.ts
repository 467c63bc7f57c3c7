/** A subscription's state in words. */
import { day, money, perInterval } from '../../buyers/prices/format.ts';
import type { Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import type { Tone } from '../ui/Badge.tsx';

type Standing = Pick<
  Subscription,
  | 'status'
  | 'cancelAtPeriodEnd'
  | 'currentPeriodEnd'
  | 'endsAt'
  | 'endedAt'
  | 'amount'
  | 'pausedAt'
  | 'resumesAt'
  | 'pauseAtPeriodEnd'
>;

/** Whether it has ended. */
export const isOver = ({ endedAt, status }: Pick<Standing, 'endedAt' | 'status'>): boolean =>
  endedAt !== null || status === 'canceled' || status === 'incomplete_expired';

/** Whether it renews until canceled. */
export const isGoingOn = (subscription: Standing): boolean =>
  !isOver(subscription) && !subscription.cancelAtPeriodEnd;

/** Whether a payment has failed and is still due. */
export const isOwing = ({ status, pausedAt }: Pick<Standing, 'status' | 'pausedAt'>): boolean =>
  pausedAt === null && (status === 'past_due' || status === 'unpaid');

/** Whether its benefits are withheld until it is paid. */
export const isWithheld = (subscription: Pick<Subscription, 'status' | 'pausedAt' | 'product'>): boolean =>
  isOwing(subscription) && subscription.product.benefits.length > 0;

/** Whether another payment is charged automatically. */
export const hasNextPayment = (subscription: Standing): boolean =>
  isGoingOn(subscription) &&
  !subscription.pauseAtPeriodEnd &&
  (subscription.status === 'active' || subscription.status === 'trialing');

export const standing = (subscription: Standing): { tone: Tone; text: string } => {
  if (isOver(subscription)) return { tone: 'quiet', text: t('subscription.status.ended') };
  if (subscription.pausedAt) return { tone: 'quiet', text: t('subscription.status.paused') };
  if (subscription.status === 'past_due' || subscription.status === 'unpaid')
    return { tone: 'bad', text: t('subscription.status.past_due') };
  if (subscription.cancelAtPeriodEnd) return { tone: 'warning', text: t('subscription.status.ending') };
  if (subscription.pauseAtPeriodEnd) return { tone: 'warning', text: t('subscription.status.pausing') };
  if (subscription.status === 'trialing') return { tone: 'good', text: t('subscription.status.trialing') };
  if (subscription.status === 'incomplete')
    return { tone: 'quiet', text: t('subscription.status.incomplete') };
  return { tone: 'good', text: t('subscription.status.active') };
};

/** What comes next, and when; null when nothing does. */
export const whatComes = (subscription: Standing): string | null => {
  const { endedAt, endsAt, currentPeriodEnd, cancelAtPeriodEnd, status, amount, pausedAt, resumesAt } =
    subscription;
  if (isOver(subscription)) return endedAt ? t('subscription.endedOn', { date: day(endedAt) }) : null;
  if (pausedAt) return resumesAt && t('subscription.resumesOn', { date: day(resumesAt) });
  const end = endsAt ?? currentPeriodEnd;
  if (cancelAtPeriodEnd) return end ? t('subscription.endsOn', { date: day(end) }) : null;
  if (currentPeriodEnd === null) return null;
  if (subscription.pauseAtPeriodEnd)
    return resumesAt
      ? t('subscription.pausesUntil', { from: day(currentPeriodEnd), until: day(resumesAt) })
      : t('subscription.pausesOn', { date: day(currentPeriodEnd) });
  const date = day(currentPeriodEnd);
  if (status === 'trialing') return t('subscription.trialUntil', { date });
  if (status !== 'active') return null;
  return t(amount === 0 ? 'subscription.goesOn' : 'subscription.renewsOn', { date });
};

/** The product of the pending change; null without one. */
export const plannedName = (
  { pendingUpdate }: Pick<Subscription, 'pendingUpdate'>,
  products: readonly { id: string; name: string }[],
): string | null =>
  pendingUpdate && (products.find(({ id }) => id === pendingUpdate.productId)?.name ?? t('planned.other'));

/** Whether it has metered prices. */
export const isMetered = ({ prices }: { prices: readonly { amountType: string }[] }): boolean =>
  prices.some(({ amountType }) => amountType === 'metered_unit');

/** The price per period: `$12.00 / month`; metered prices are added. A discount may end before the subscription. */
export const priceOf = ({
  amount,
  currency,
  recurringInterval,
  recurringIntervalCount,
  prices,
  discountId,
}: Pick<
  Subscription,
  'amount' | 'currency' | 'recurringInterval' | 'recurringIntervalCount' | 'prices' | 'discountId'
>): string => {
  const hasUsage = isMetered({ prices });
  if (amount === 0) return hasUsage ? t('price.usage') : t('price.free');
  const price = whileDiscount(
    perInterval(money(amount, currency), recurringInterval, recurringIntervalCount),
    discountId,
  );
  return hasUsage ? t('subscription.plusUsage', { price }) : price;
};

/** Adds to a discounted price that it ends with the discount. */
export const whileDiscount = (price: string, discountId: string | null): string =>
  discountId === null ? price : t('subscription.whileDiscount', { price });
