/** Changes scheduled for a subscription's next period: another product, or new prices. */
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { noteCatalogChange } from '../../catalog/changes/entity.ts';
import { findProduct, withPrices } from '../../catalog/products/find.ts';
import { pricesIn } from '../../catalog/products/rules.ts';
import type { FullProduct } from '../../catalog/products/view.ts';
import type { FullSubscriptionMeter } from '../../subscriptions/meters.ts';
import { type Moved, moveTo } from '../../subscriptions/move.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { switchMeters } from './carry.ts';

/** Applies a scheduled change if its product is still sold. */
export const applyPending = async (em: EntityManager, full: FullSubscription, now: Date): Promise<Moved> => {
  const { pendingUpdate } = full.row;
  if (!pendingUpdate) return { full, changes: {} };
  const product = await findProduct(em, { id: pendingUpdate.productId });
  const { priceIds } = pendingUpdate;
  const sold = product && priceIds ? await withPrices(em, product, priceIds) : product;
  return sold && isSoldInPeriods(sold, full.row.currency)
    ? moveTo(full, sold, now)
    : { full, changes: { pendingUpdate: null } };
};

/** As for an immediate change: not possible if the product has got a price that customers choose. */
const isSoldInPeriods = ({ recurringInterval, prices: all }: FullProduct, currency: string): boolean => {
  const prices = pricesIn(all, currency);
  const isChosen = prices.some(({ amountType }) => amountType === 'custom');
  return recurringInterval !== null && prices.length > 0 && !isChosen;
};

/** Writes what follows from the move in addition to the subscription's row: benefits, and the counted meters. */
export const writeMove = async (
  em: EntityManager,
  now: Date,
  before: FullSubscription,
  { full }: Moved,
): Promise<FullSubscriptionMeter[]> => {
  const { productId, priceIds } = before.row;
  if (full.row.productId !== productId) await noteCatalogChange(em, 'subscription', full.row);
  if (isDeepStrictEqual(full.row.priceIds, priceIds)) return before.meters;
  return switchMeters(em, now, { before, prices: full.prices });
};
