/** The price of a checkout in words: for the button, the note below it, and the product choices. */
import { share } from '@tessera/proto/api/money';
import { day, money, percent, perInterval } from '../buyers/prices/format.ts';
import type { CheckoutPublic } from './api.ts';
import { t } from './i18n.ts';

type Discount = NonNullable<CheckoutPublic['discount']>;
type Product = CheckoutPublic['product'];

/** Less than the minimum of a card payment: the amount is added to the customer's next order. */
export const isTooLittle = ({ trialEnd, totalAmount, isPaymentRequired }: CheckoutPublic): boolean =>
  trialEnd === null && totalAmount > 0 && !isPaymentRequired;

/** The amount due today; 0 in a trial, and below the minimum of a card payment. */
export const dueToday = (checkout: CheckoutPublic): number =>
  checkout.trialEnd !== null || isTooLittle(checkout) ? 0 : checkout.totalAmount;

/** What the amount due now is called. */
export const totalLabel = ({ product }: CheckoutPublic): string =>
  t(product.isRecurring ? 'summary.dueToday' : 'summary.total');

/** The amount due now, and the one that a trial defers, in words. */
export const totalText = (checkout: CheckoutPublic): string => {
  const { trialEnd, totalAmount, currency } = checkout;
  const now = `${totalLabel(checkout)}: ${money(dueToday(checkout), currency)}`;
  if (trialEnd === null || totalAmount === 0) return now;
  return `${now}. ${t('summary.dueOn', { date: day(trialEnd) })}: ${money(totalAmount, currency)}`;
};

/** The label of the pay button. */
export const payLabel = (checkout: CheckoutPublic): string => {
  const { product, totalAmount, currency } = checkout;
  const amount = money(totalAmount, currency);
  if (checkout.trialEnd) return t('pay.trial');
  const interval = product.recurringInterval;
  if (totalAmount === 0) return t(interval ? 'pay.start' : 'pay.free');
  if (isTooLittle(checkout)) return t(interval ? 'pay.start' : 'pay.order');
  // The amount due now is temporary: the button names no interval.
  if (interval && checkout.discount && checkout.discount.duration !== 'forever') return t('pay.start');
  if (!interval) return t('pay.pay', { amount });
  const named = calendarOf(product);
  return named ? t(`pay.subscribe.${named}`, { amount }) : t('pay.start');
};

/** Months and years have texts of their own; other intervals are named by their length. */
const calendarOf = ({
  recurringInterval: interval,
  recurringIntervalCount: count,
}: Product): 'month' | 'year' | null =>
  count === 1 && (interval === 'month' || interval === 'year') ? interval : null;

const each = (cents: number, { currency, product }: CheckoutPublic): string =>
  perInterval(money(cents, currency), product.recurringInterval, product.recurringIntervalCount);

/** The recurring total once the discount ends, with tax, rounded once, as the server does. */
const regularTotal = ({ amount, taxBehavior, taxBreakdown }: CheckoutPublic): number => {
  if (taxBehavior === 'inclusive') return amount;
  const millionths = taxBreakdown.reduce(
    (sum, { percentage }) => sum + Math.round(Number(percentage) * 10_000),
    0,
  );
  return amount + share(amount, { part: millionths, whole: 1_000_000, halves: 'up' });
};

/** Whether the first payments are lower than later ones. */
const isLowerAtFirst = ({ discount, discountAmount }: CheckoutPublic): boolean =>
  discount !== null && discountAmount > 0 && discount.duration !== 'forever';

/** Whether tax is unknown, or was not calculated because a discount leaves nothing to pay yet. */
const isTaxOpen = (checkout: CheckoutPublic): boolean =>
  checkout.taxAmount === null
    ? checkout.totalAmount > 0
    : checkout.totalAmount === 0 && checkout.taxabilityReason === null && isLowerAtFirst(checkout);

const isMetered = ({ prices }: Product): boolean =>
  prices.some(({ amountType }) => amountType === 'metered_unit');

/** What will be charged, when, and until when, with taxes and discounts. */
export const chargeNote = (checkout: CheckoutPublic): string => {
  const { product, totalAmount, currency } = checkout;
  const isOnce = product.recurringInterval === null;
  if (isOnce && totalAmount === 0) return t('note.free');
  if (isOnce && isTooLittle(checkout)) return t('note.tooLittle', { amount: money(totalAmount, currency) });
  if (!isOnce && checkout.isFreeProductPrice) return t('note.freeSubscription');
  if (!isOnce) return isTaxOpen(checkout) ? `${againNote(checkout)} ${t('note.tax')}` : againNote(checkout);
  return isTaxOpen(checkout) ? t('note.tax') : t('note.once', { amount: money(totalAmount, currency) });
};

/** Whether a permanent discount covers everything; usage too, when it is a percentage. */
const isFreeForever = ({ product, discount, totalAmount }: CheckoutPublic): boolean =>
  discount?.duration === 'forever' &&
  totalAmount === 0 &&
  ('basisPoints' in discount ? discount.basisPoints === 10_000 : !isMetered(product));

const againNote = (checkout: CheckoutPublic): string => {
  if (isFreeForever(checkout)) return t('note.freeForever');
  const { product, amount, trialEnd } = checkout;
  const named = calendarOf(product);
  const hasUsage = isMetered(product);
  if (hasUsage && amount === 0 && !trialEnd) return t(named ? `note.usage.${named}` : 'note.usageEvery');
  if (hasUsage && named && !trialEnd && !isLowerAtFirst(checkout))
    return t(`note.plusUsage.${named}`, { amount: money(checkout.totalAmount, checkout.currency) });
  const note = trialEnd ? trialNote(checkout, trialEnd) : paidNote(checkout, named);
  return hasUsage ? `${note} ${t('note.usageToo')}` : note;
};

const trialNote = (checkout: CheckoutPublic, trialEnd: string): string => {
  const date = day(trialEnd);
  const first = each(checkout.totalAmount, checkout);
  return isLowerAtFirst(checkout)
    ? t('note.trialDiscount', { date, first, price: each(regularTotal(checkout), checkout) })
    : t('note.trial', { date, price: first });
};

const paidNote = (checkout: CheckoutPublic, named: 'month' | 'year' | null): string => {
  const { totalAmount, currency, discount } = checkout;
  const first = each(totalAmount, checkout);
  if (!named)
    return isLowerAtFirst(checkout)
      ? t('note.discountEvery', { first, price: each(regularTotal(checkout), checkout) })
      : t('note.recurringEvery', { price: first });
  if (discount && checkout.discountAmount > 0) return discountedNote(checkout, discount, named);
  return t(`note.recurring.${named}`, { amount: money(totalAmount, currency) });
};

const discountedNote = (checkout: CheckoutPublic, discount: Discount, interval: 'month' | 'year'): string => {
  const today = money(checkout.totalAmount, checkout.currency);
  const amount = money(regularTotal(checkout), checkout.currency);
  if (discount.duration === 'once') return t(`note.then.${interval}`, { today, amount });
  if (discount.duration === 'repeating' && 'durationInMonths' in discount)
    return t(`note.repeating.${interval}`, { today, amount, count: discount.durationInMonths });
  return t(`note.recurring.${interval}`, { amount: today });
};

/** A discount's value: `20%`, `$5.00`. */
export const describeDiscount = (discount: Discount): string =>
  'basisPoints' in discount ? percent(discount.basisPoints) : money(discount.amount, discount.currency);

/** The bank's question to the customer. */
export const bankText = ({
  organization: { name: seller },
  totalAmount,
  currency,
  trialEnd,
}: CheckoutPublic): string =>
  totalAmount > 0 && !trialEnd
    ? t('bank.text', { seller, amount: money(totalAmount, currency) })
    : t('bank.setup', { seller });

/** The currencies of the chosen product's prices. */
export const currenciesOf = ({ product }: Pick<CheckoutPublic, 'product'>): string[] => [
  ...new Set(product.prices.flatMap((price) => (price.amountType === 'free' ? [] : [price.priceCurrency]))),
];
