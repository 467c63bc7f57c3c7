/** Computes a subscription's move to another product; pure functions. Amounts in minor units. */
import { isDeepStrictEqual } from 'node:util';
import { appliesTo, discountAmountOf } from '../catalog/discounts/rules.ts';
import { pricesIn, staticPrice } from '../catalog/products/rules.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { SubscriptionRow } from './entity.ts';
import { anchorDayOf, isOfMonths } from './rules.ts';
import type { FullSubscription } from './view.ts';

export type Moved = { full: FullSubscription; changes: Partial<SubscriptionRow> };

/**
 * The subscription with the product's prices in its currency, its interval, and the discount if that applies to the
 * product. The current period stays.
 */
export const moveTo = (full: FullSubscription, product: FullProduct, now: Date): Moved => {
  const discount = full.discount && appliesTo(full.discount, product) ? full.discount : null;
  const prices = pricesIn(product.prices, full.row.currency);
  const subtotalAmount = staticPrice(prices)?.priceAmount ?? 0;
  const changes = {
    productId: product.id,
    priceIds: prices.map(({ id }) => id),
    recurringInterval: product.recurringInterval ?? full.row.recurringInterval,
    recurringIntervalCount: product.recurringIntervalCount,
    anchorDay: anchorDayAfter(full.row),
    subtotalAmount,
    amount: subtotalAmount - (discount ? discountAmountOf(discount, subtotalAmount) : 0),
    discountId: discount?.id ?? null,
    discountAppliedAt: discount && full.row.discountAppliedAt,
    pendingUpdate: null,
    modifiedAt: now,
  };
  return {
    changes,
    full: { ...full, row: { ...full.row, ...changes }, product, prices, discount },
  };
};

/** Days and weeks have no anchor day: a following month or year begins where the current period ends. */
const anchorDayAfter = ({ recurringInterval, currentPeriodEnd, anchorDay }: SubscriptionRow): number =>
  isOfMonths(recurringInterval) || !currentPeriodEnd ? anchorDay : anchorDayOf(currentPeriodEnd);

type Bought = Pick<SubscriptionRow, 'productId' | 'priceIds'>;

/** What has changed between two states of a subscription: its product, or the prices of the same product. */
export const moveBetween = (
  before: Bought | undefined,
  { productId, priceIds }: Bought,
): 'product' | 'price' | undefined => {
  if (before === undefined) return undefined;
  if (before.productId !== productId) return 'product';
  return isDeepStrictEqual(before.priceIds, priceIds) ? undefined : 'price';
};
