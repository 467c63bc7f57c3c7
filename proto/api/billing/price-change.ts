/** New prices for those who have subscribed to a product already: ours, the contract has no such thing. */
import { z } from 'zod';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { SubscriptionProrationBehavior } from './enums.ts';

/** `now`: what is left of the period costs the new price. `next_period`: the next one does. */
export const PriceChangeApplies = z.enum(['now', 'next_period']);
export type PriceChangeApplies = z.infer<typeof PriceChangeApplies>;

/** `announcing`: customers are being told. `planned`: it waits for periods to end. `done`: nothing waits. */
export const PriceChangeStatus = z.enum(['announcing', 'planned', 'done', 'withdrawing', 'withdrawn']);
export type PriceChangeStatus = z.infer<typeof PriceChangeStatus>;

/**
 * A change to the prices `priceIds`. `announcedCount`: subscriptions whose customers were told; `pendingCount`: those that
 * still have their former prices. `prorationBehavior` null: as the organization says.
 */
export const PriceChange = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  organizationId: z.string(),
  productId: z.string(),
  priceIds: z.array(z.string()),
  applies: PriceChangeApplies,
  prorationBehavior: SubscriptionProrationBehavior.nullable(),
  status: PriceChangeStatus,
  announcedCount: z.int(),
  pendingCount: z.int(),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** To the prices that the product has now. `prorationBehavior` counts for `now` alone. */
export const PriceChangeCreate = z.object({
  applies: PriceChangeApplies,
  prorationBehavior: SubscriptionProrationBehavior.nullish(),
});
export type PriceChangeCreate = z.output<typeof PriceChangeCreate>;

/** How many active subscriptions of the product have other prices than it has now. */
export const PriceChangeReach = z.object({ subscriptionsCount: z.int() });
export type PriceChangeReach = z.infer<typeof PriceChangeReach>;

export const PriceChangeListQuery = PageQuery;

/** A page of a product's price changes, the latest first. */
export const PriceChangePage = pageOf(PriceChange);
