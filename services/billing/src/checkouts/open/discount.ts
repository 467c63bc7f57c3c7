/** The discount of a checkout: loaded before a change, and applied whenever the amount changes. */
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

/** A requested change of the discount. */
type Asked = { discountId?: string | null | undefined; discountCode?: string | null | undefined };

/** The products and discounts that a change can refer to. `named`: the requested discount, or null. */
export type Offer = {
  products: FullProduct[];
  discounts: FullDiscount[];
  named: NamedDiscount | null;
  now: Date;
};

/** The discount requested by code or id, or null. */
export const findNamedDiscount = async (
  em: EntityManager,
  { organizationId }: Pick<CheckoutRow, 'organizationId'>,
  { discountCode: code, discountId: id }: Asked,
): Promise<NamedDiscount | null> => {
  if (code) return findDiscountByCode(em, { organizationId, code });
  const discount = id ? await findDiscount(em, { organizationId, id }) : null;
  return discount && { discount, code: null };
};

/** The discount that a change names, or leaves as it is; null: none. */
export const discountAfter = (
  row: Pick<CheckoutRow, 'discountId'>,
  { discountId, discountCode }: Asked,
  { discounts, named }: Pick<Offer, 'discounts' | 'named'>,
): FullDiscount | null =>
  discountId === undefined && discountCode === undefined
    ? (discounts.find(({ id }) => id === row.discountId) ?? null)
    : (named?.discount ?? null);

/** Applies the requested discount to the current amount. Throws validation errors. */
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
  // A discount that is set already was checked before; the confirmation checks again whether it is redeemable.
  const isThere = discount.id === row.discountId && code === row.discountCode;
  if (!isThere && !isRedeemable(discount, offer.now)) throw refuse(path, 'Discount does not exist.');
  const refusal = refusalOf(row, discount, offer);
  if (refusal) throw refuse(path, refusal);
  return { ...row, discountId: discount.id, discountCode: code };
};

/** Removes a discount that does not apply to the selected product or currency. */
const keep = (row: CheckoutRow, offer: Offer): CheckoutRow => {
  const discount = offer.discounts.find(({ id }) => id === row.discountId);
  return discount && refusalOf(row, discount, offer) ? { ...row, ...withoutDiscount } : row;
};

/** Why a discount does not apply to the selected product, or null. */
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
