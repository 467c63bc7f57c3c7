/** What a checkout costs, in words: on the button, beneath it, and beside its products. */

import { day, money, percent, perInterval } from '../buyers/format.ts';
import type { CheckoutPublic } from './api.ts';
import { t } from './i18n.ts';

type Discount = NonNullable<CheckoutPublic['discount']>;

/** What the button does. */
export const payLabel = (checkout: CheckoutPublic): string => {
  const { product, totalAmount, currency } = checkout;
  const amount = money(totalAmount, currency);
  if (checkout.trialEnd) return t('pay.trial');
  const interval = product.recurringInterval;
  if (totalAmount === 0) return t(interval ? 'pay.start' : 'pay.free');
  // What is due now comes only once, or for a while: the button names no interval for it.
  if (interval && checkout.discount && checkout.discount.duration !== 'forever') return t('pay.start');
  if (!interval) return t('pay.pay', { amount });
  const named = calendarOf(product);
  return named ? t(`pay.subscribe.${named}`, { amount }) : t('pay.start');
};

/** Months and years have sentences of their own; other intervals are named by their length. */
const calendarOf = ({
  recurringInterval: interval,
  recurringIntervalCount: count,
}: CheckoutPublic['product']): 'month' | 'year' | null =>
  count === 1 && (interval === 'month' || interval === 'year') ? interval : null;

/** What is paid again and again once nothing is taken off: `$29.00 / month`. */
const againOf = ({ amount, currency, product }: CheckoutPublic): string =>
  perInterval(money(amount, currency), product.recurringInterval, product.recurringIntervalCount);

/** What will be charged, when, and until when. */
export const chargeNote = (checkout: CheckoutPublic): string => {
  const { product, totalAmount, currency, taxAmount } = checkout;
  const interval = product.recurringInterval;
  if (interval === null)
    return totalAmount === 0 ? t('note.free') : t('note.once', { amount: money(totalAmount, currency) });
  if (checkout.isFreeProductPrice) return t('note.freeSubscription');
  const named = calendarOf(product);
  const note = checkout.trialEnd
    ? t('note.trial', { date: day(checkout.trialEnd), price: againOf(checkout) })
    : named
      ? recurringNote(checkout, named)
      : t('note.recurringEvery', { price: againOf(checkout) });
  return taxAmount === null && totalAmount > 0 ? `${note} ${t('note.tax')}` : note;
};

const recurringNote = (checkout: CheckoutPublic, interval: 'month' | 'year'): string => {
  const { totalAmount, amount, currency, discount, product } = checkout;
  const isMetered = product.prices.some(({ amountType }) => amountType === 'metered_unit');
  if (isMetered && amount === 0) return t(`note.usage.${interval}`);
  const today = money(totalAmount, currency);
  if (isMetered) return t(`note.plusUsage.${interval}`, { amount: today });
  if (discount && checkout.discountAmount > 0) return discountedNote(checkout, discount, interval);
  return t(`note.recurring.${interval}`, { amount: today });
};

const discountedNote = (checkout: CheckoutPublic, discount: Discount, interval: 'month' | 'year'): string => {
  const today = money(checkout.totalAmount, checkout.currency);
  const amount = money(checkout.amount, checkout.currency);
  if (discount.duration === 'once') return t(`note.then.${interval}`, { today, amount });
  if (discount.duration === 'repeating' && 'durationInMonths' in discount)
    return t(`note.repeating.${interval}`, { today, amount, count: discount.durationInMonths });
  return checkout.totalAmount === 0
    ? t('note.freeForever')
    : t(`note.recurring.${interval}`, { amount: today });
};

/** What a discount takes off: `20%`, `$5.00`. */
export const describeDiscount = (discount: Discount): string =>
  'basisPoints' in discount ? percent(discount.basisPoints) : money(discount.amount, discount.currency);

/** What the customer's bank asks them. */
export const bankText = ({
  organization: { name: seller },
  totalAmount,
  currency,
  trialEnd,
}: CheckoutPublic): string =>
  totalAmount > 0 && !trialEnd
    ? t('bank.text', { seller, amount: money(totalAmount, currency) })
    : t('bank.setup', { seller });

/** The currencies that the chosen product has prices in. */
export const currenciesOf = ({ product }: Pick<CheckoutPublic, 'product'>): string[] => [
  ...new Set(product.prices.flatMap((price) => (price.amountType === 'free' ? [] : [price.priceCurrency]))),
];
