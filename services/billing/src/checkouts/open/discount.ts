/** The discount of a checkout: found before a change, applied to its amount as often as that changes. */

import type { EntityManager } from 'typeorm';
import {
  type FullDiscount,
  findDiscount,
  findDiscountByCode,
  type NamedDiscount,
} from '../../catalog/discounts/find.ts';
import { appliesTo, discountAmountOf, isOffIn, isRedeemable } from '../../catalog/discounts/rules.ts';
import type { FullProduct } from '../../catalog/products/view.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';
import { flagsOf } from '../rules.ts';

/** What a change says of the discount. */
type Asked = { discountId?: string | null | undefined; discountCode?: string | null | undefined };

/** What a checkout may choose from when it is changed. `named`: the discount that the change asks for, if there is one. */
export type Offer = {
  products: FullProduct[];
  discounts: FullDiscount[];
  named: NamedDiscount | null;
  now: Date;
};

/** The discount that a change asks for, by its id or by a code, or null. */
export const findNamedDiscount = async (
  em: EntityManager,
  { organizationId }: Pick<CheckoutRow, 'organizationId'>,
  { discountCode: code, discountId: id }: Asked,
): Promise<NamedDiscount | null> => {
  if (code) return findDiscountByCode(em, { organizationId, code });
  const discount = id ? await findDiscount(em, { organizationId, id }) : null;
  return discount && { discount, code: null };
};

/** The row with the discount that the change asks for, taken off the amount as it is now. */
export const withDiscount = (row: CheckoutRow, changes: Asked, offer: Offer): CheckoutRow => {
  const chosen = choose(row, changes, offer);
  const discount = [...offer.discounts, ...(offer.named ? [offer.named.discount] : [])].find(
    ({ id }) => id === chosen.discountId,
  );
  if (!discount) return { ...chosen, ...withoutDiscount };
  return { ...chosen, discountAmount: discountAmountOf(discount, chosen.amount) };
};

export const withoutDiscount = { discountId: null, discountCode: null, discountAmount: 0 };

const choose = (row: CheckoutRow, changes: Asked, offer: Offer): CheckoutRow => {
  const isCode = changes.discountCode !== undefined;
  const asked = isCode ? changes.discountCode : changes.discountId;
  if (asked === undefined) return keep(row, offer);
  if (!asked) return { ...row, ...withoutDiscount };
  const path = isCode ? 'discount_code' : 'discount_id';
  if (isCode && !row.allowDiscountCodes)
    throw refuse(path, 'Discount codes are not accepted at this checkout.');
  const { named } = offer;
  if (!named) throw refuse(path, 'Discount does not exist.');
  const { discount, code } = named;
  // What is there already was let in before; whether it can still be redeemed is told at the confirmation.
  const isThere = discount.id === row.discountId && code === row.discountCode;
  if (!isThere && !isRedeemable(discount, offer.now)) throw refuse(path, 'Discount does not exist.');
  const refusal = refusalOf(row, discount, offer);
  if (refusal) throw refuse(path, refusal);
  return { ...row, discountId: discount.id, discountCode: code };
};

/** A discount goes when another product or currency is chosen that it is not for. */
const keep = (row: CheckoutRow, offer: Offer): CheckoutRow => {
  const discount = offer.discounts.find(({ id }) => id === row.discountId);
  return discount && refusalOf(row, discount, offer) ? { ...row, ...withoutDiscount } : row;
};

/** Why a discount does not do for the product that is chosen; null when it does. */
const refusalOf = (row: CheckoutRow, discount: FullDiscount, { products }: Offer): string | null => {
  const product = products.find(({ id }) => id === row.productId);
  if (!product) return 'Discount does not exist.';
  const { prices, recurringInterval } = product;
  if (
    !flagsOf({
      totalAmount: 0,
      currency: row.currency,
      isRecurring: row.isRecurring,
      prices,
      hasTrial: false,
    }).isDiscountApplicable
  )
    return 'Discounts do not apply to free products.';
  if (discount.duration === 'repeating' && recurringInterval === null)
    return 'Repeating discounts do not apply to one-time products.';
  if (!appliesTo(discount, product)) return 'Discount does not exist.';
  return isOffIn(discount, row.currency) ? null : 'The discount does not apply to this currency.';
};
