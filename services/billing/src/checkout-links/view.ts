/** Checkout links as returned by the API. */
import type { CheckoutLink } from '@tessera/proto/api/billing/checkout-link';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { type FullDiscount, findDiscountsByIds } from '../catalog/discounts/find.ts';
import { viewDiscountBase } from '../catalog/discounts/view.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import { type FullProduct, viewProduct } from '../catalog/products/view.ts';
import type { CheckoutLinkRow } from './entity.ts';

/** The related rows that links are shown with. */
export type CheckoutLinkContext = Pick<Billing, 'publicUrl'> & {
  products: FullProduct[];
  discounts: FullDiscount[];
};

/** Loads the related rows in a fixed number of queries. */
export const loadCheckoutLinkContext = async (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  em: EntityManager,
  rows: readonly CheckoutLinkRow[],
): Promise<CheckoutLinkContext> => ({
  publicUrl,
  products: await findProductsByIds(
    em,
    rows.flatMap(({ productIds }) => productIds),
  ),
  discounts: await findDiscountsByIds(
    em,
    rows.flatMap(({ discountId }) => discountId ?? []),
  ),
});

export const viewCheckoutLink = (
  { deletedAt: _deletedAt, productIds, ...row }: CheckoutLinkRow,
  context: CheckoutLinkContext,
): CheckoutLink => {
  const discount = discountOf(row, context);
  return {
    ...row,
    discountId: discount?.id ?? null,
    paymentProcessor: 'stripe',
    products: productIds.flatMap((id) => {
      const product = context.products.find((found) => found.id === id);
      return product ? [viewProduct(product)] : [];
    }),
    discount: discount && viewDiscountBase(discount),
    url: `${context.publicUrl}/api/billing/v1/checkout-links/${row.clientSecret}/redirect`,
  };
};

/** Null for a deleted discount. */
const discountOf = (
  { discountId }: Pick<CheckoutLinkRow, 'discountId'>,
  { discounts }: CheckoutLinkContext,
): FullDiscount | null =>
  discounts.find(({ id, deletedAt }) => id === discountId && deletedAt === null) ?? null;

/** Returns a link with its related rows. */
export const showCheckoutLink = async (billing: Billing, row: CheckoutLinkRow): Promise<CheckoutLink> =>
  viewCheckoutLink(row, await loadCheckoutLinkContext(billing, billing.db.manager, [row]));
