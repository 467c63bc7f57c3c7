/** Discounts as returned by the API. */
import { kitErrors } from '@tessera/kit/errors';
import type { Discount } from '@tessera/proto/api/billing/discount';
import type { EntityManager } from 'typeorm';
import { findProductRowsByIds } from '../products/find.ts';
import type { DiscountRow } from './entity.ts';
import { type FullDiscount, fillDiscounts } from './find.ts';
import { viewDiscount } from './view.ts';

/** Returns a discount with its products and redemption count. */
export const readDiscount = async (em: EntityManager, row: DiscountRow): Promise<Discount> => {
  const [discount] = await viewDiscounts(em, await fillDiscounts(em, [row]));
  if (!discount) throw kitErrors.ResourceNotFound();
  return discount;
};

/** Discounts with their products, loaded in one query. */
export const viewDiscounts = async (
  em: EntityManager,
  discounts: readonly FullDiscount[],
): Promise<Discount[]> => {
  const products = await findProductRowsByIds(
    em,
    discounts.flatMap(({ productIds }) => productIds),
  );
  return discounts.map((discount) => viewDiscount(discount, products));
};
