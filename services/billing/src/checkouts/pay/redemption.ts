/** Discount redemptions of checkouts: recorded at the confirmation, released when the payment fails. */
import type { EntityManager } from 'typeorm';
import { type Redeemed, redeemDiscount } from '../../catalog/discounts/redeem.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';
import { Outdated } from '../open/update.ts';
import { type CheckoutContext, discountOf } from '../view.ts';

/** Records the redemption if there is a discount. The checkout's row is locked. */
const redeemAt = async (
  em: EntityManager,
  now: Date,
  { row, context }: { row: CheckoutRow; context: CheckoutContext },
): Promise<Redeemed> => {
  if (!row.discountId) return 'redeemed';
  const discount = discountOf(row, context);
  if (!discount) return 'changed';
  return redeemDiscount(em, now, {
    discount,
    code: row.discountCode,
    checkoutId: row.id,
    subscriptionId: null,
    customerId: row.customerId,
    customerEmail: row.customerEmail ?? '',
  });
};

/** Throws a validation error when the discount is no longer redeemable, and Outdated when it has changed. */
export const redeemAtConfirmation = async (
  em: EntityManager,
  now: Date,
  sale: { row: CheckoutRow; context: CheckoutContext },
): Promise<void> => {
  const redeemed = await redeemAt(em, now, sale);
  if (redeemed === 'changed') throw new Outdated();
  if (redeemed === 'over') throw refuse('discount_id', 'Discount is no longer redeemable.');
};

/** For a late payment, whose redemption was released when it failed. Returns whether one was left. */
export const redeemLate = async (
  em: EntityManager,
  now: Date,
  sale: { row: CheckoutRow; context: CheckoutContext },
): Promise<boolean> => {
  const redeemed = await redeemAt(em, now, sale);
  if (redeemed === 'changed')
    throw new Error(`the discount of checkout ${sale.row.id} has changed meanwhile`);
  return redeemed === 'redeemed';
};
