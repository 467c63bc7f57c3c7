/** A checkout link as the API answers it. */
import type { CheckoutLink } from '@tessera/proto/api/billing/checkout-link';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { type FullDiscount, findDiscountsByIds } from '../catalog/discounts/find.ts';
import { viewDiscountBase } from '../catalog/discounts/view.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import { type FullProduct, viewProduct } from '../catalog/products/view.ts';
import type { CheckoutLinkRow } from './entity.ts';

/** What links are shown with. */
export type CheckoutLinkContext = Pick<Billing, 'publicUrl'> & {
  products: FullProduct[];
  discounts: FullDiscount[];
};

/** Loads what links are shown with, in a fixed number of queries. */
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

/** A discount that is deleted is not given any more. */
const discountOf = (
  { discountId }: Pick<CheckoutLinkRow, 'discountId'>,
  { discounts }: CheckoutLinkContext,
): FullDiscount | null =>
  discounts.find(({ id, deletedAt }) => id === discountId && deletedAt === null) ?? null;

/** A link with what it is shown with. */
export const showCheckoutLink = async (billing: Billing, row: CheckoutLinkRow): Promise<CheckoutLink> =>
  viewCheckoutLink(row, await loadCheckoutLinkContext(billing, billing.db.manager, [row]));
