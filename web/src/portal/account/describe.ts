/** Saved payment methods, in words. */
import { serverDate } from '../../api/request/server-time.ts';
import { formatTag } from '../../buyers/i18n.ts';
import type { PaymentMethod } from '../api.ts';
import { t } from '../i18n.ts';

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** `Visa •••• 4242` */
export const methodName = (method: PaymentMethod): string =>
  'card' in method
    ? `${brands[method.card.brand] ?? t('card.heading')} •••• ${method.card.last4}`
    : t('methods.unnamed');

type Expiry = { expMonth: number; expYear: number };

/** The last valid month of a card: `12/2030`, in the reader's format. */
const expiryOf = ({ expMonth, expYear }: Expiry): string =>
  new Intl.DateTimeFormat(formatTag(), { month: '2-digit', year: 'numeric' }).format(
    new Date(expYear, expMonth - 1, 1),
  );

/** Whether a card has expired. */
const isExpired = ({ expMonth, expYear }: Expiry, now: Date): boolean =>
  new Date(expYear, expMonth, 1) <= now;

/** Whether a card is still valid after this month. */
export const isGoodBeyond = (method: PaymentMethod, now: Date): boolean =>
  !('card' in method) || new Date(method.card.expYear, method.card.expMonth - 1, 1) > now;

/** Distinguishes cards of the same name: `Valid until 12/2030`. Null for methods that never expire. */
export const methodExpiry = (method: PaymentMethod): string | null => {
  if (!('card' in method)) return null;
  return t(isExpired(method.card, serverDate()) ? 'methods.expired' : 'methods.until', {
    date: expiryOf(method.card),
  });
};

/** `Visa •••• 4242 (12/2030)`: for lists of cards with little room. */
export const methodLabel = (method: PaymentMethod): string =>
  'card' in method ? `${methodName(method)} (${expiryOf(method.card)})` : methodName(method);
