/** A checkout takes a redemption of its discount when it is confirmed, and has it for as long as it is paid or being paid. */
import type { EntityManager } from 'typeorm';
import { type Redeemed, redeemDiscount } from '../../catalog/discounts/redeem.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';
import { Outdated } from '../open/update.ts';
import { type CheckoutContext, discountOf } from '../view.ts';

/** Takes the redemption, where there is a discount. The checkout's row is locked. */
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

/** Throws a refusal when nobody may redeem it any more, and Outdated when it is another discount than was shown. */
export const redeemAtConfirmation = async (
  em: EntityManager,
  now: Date,
  sale: { row: CheckoutRow; context: CheckoutContext },
): Promise<void> => {
  const redeemed = await redeemAt(em, now, sale);
  if (redeemed === 'changed') throw new Outdated();
  if (redeemed === 'over') throw refuse('discount_id', 'Discount is no longer redeemable.');
};

/** For a payment that came late: the redemption was given back when it failed. Answers whether there is one left. */
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
