import { formatMoney, perInterval } from '../ui/money.ts';
import type { CheckoutPublic } from './api.ts';

/** What the button does, in words. */
export const payLabel = (checkout: CheckoutPublic): string => {
  const { product, totalAmount, currency } = checkout;
  const total = formatMoney(totalAmount, currency);
  if (product.isRecurring && totalAmount > 0)
    return `Subscribe for ${total}${perInterval(product.recurringInterval)}`;
  if (totalAmount > 0) return `Pay ${total}`;
  return product.isRecurring ? 'Start subscription' : 'Get it for free';
};
