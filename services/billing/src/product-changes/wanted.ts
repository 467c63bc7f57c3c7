/** Validates what a subscription may be changed to, now or with its next period. */
import { isDeepStrictEqual } from 'node:util';
import { refuseField } from '@tessera/kit/errors';
import type { Billing } from '../billing.ts';
import { findSellableProduct } from '../catalog/products/find.ts';
import { pricesIn } from '../catalog/products/rules.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { refuseChange } from '../subscriptions/errors.ts';
import { findPayableMethod } from '../subscriptions/own-method.ts';
import { activeStatuses } from '../subscriptions/rules.ts';
import type { FullSubscription } from '../subscriptions/view.ts';

/** Throws AlreadyCanceledSubscription if it is not active or is set to end. */
export const assertChangeable = (row: SubscriptionRow): void => {
  const isActive = activeStatuses.some((active) => active === row.status);
  if (!isActive || row.cancelAtPeriodEnd || row.endsAt || row.endedAt) throw refuseChange(row);
};

/** Whether the subscription has this product at its current prices. */
const hasProduct = (row: SubscriptionRow, product: FullProduct): boolean =>
  row.productId === product.id &&
  isDeepStrictEqual(
    row.priceIds,
    pricesIn(product.prices, row.currency).map(({ id }) => id),
  );

/** Returns the product to change to, which the customer is able to pay for. */
export const findWanted = async (
  billing: Billing,
  before: FullSubscription,
  productId: string,
): Promise<{ product: FullProduct; isPresent: boolean }> => {
  const product = await findFitting(billing, before, productId);
  if (hasProduct(before.row, product)) return { product, isPresent: true };
  await assertPayable(billing, before, product);
  return { product, isPresent: false };
};

const refuse = (message: string) => refuseField(['body', 'product_id'], message);

const findFitting = async (
  billing: Billing,
  { row }: FullSubscription,
  productId: string,
): Promise<FullProduct> => {
  const product = await findSellableProduct(billing.db.manager, productId);
  if (!product || product.organizationId !== row.organizationId) throw refuse('Product does not exist.');
  if (product.recurringInterval === null) throw refuse('Product is not a recurring product.');
  const prices = pricesIn(product.prices, row.currency);
  if (prices.length === 0) throw refuse('Product has no price in the currency of the subscription.');
  if (prices.some(({ amountType }) => amountType === 'custom'))
    throw refuse('Product has a price that customers choose themselves.');
  return product;
};

/** Moving from a free product to a paid one requires a saved card. */
const assertPayable = async (
  billing: Billing,
  { row, prices }: FullSubscription,
  product: FullProduct,
): Promise<void> => {
  const isFree = ({ amountType }: { amountType: string }): boolean => amountType === 'free';
  if (!prices.every(isFree) || product.prices.every(isFree)) return;
  if (!(await findPayableMethod(billing.payments, billing.db.manager, { ...row, subscriptionId: row.id })))
    throw refuse('The customer has no payment method for a product that is not free.');
};
