/** Price changes for existing subscriptions of a product. Addition to the contract. */
import { z } from 'zod';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { SubscriptionProrationBehavior } from './enums.ts';

/**
 * `now`: the rest of the current period is charged at the new price. `next_period`: the new price applies from the
 * next period.
 */
export const PriceChangeApplies = z.enum(['now', 'next_period']);
export type PriceChangeApplies = z.infer<typeof PriceChangeApplies>;

/**
 * `announcing`: customers are being notified. `planned`: some periods have not ended yet. `done`: nothing is pending.
 */
export const PriceChangeStatus = z.enum(['announcing', 'planned', 'done', 'withdrawing', 'withdrawn']);
export type PriceChangeStatus = z.infer<typeof PriceChangeStatus>;

/**
 * A change to the prices `priceIds`. `announcedCount`: subscriptions whose customers were notified; `pendingCount`:
 * those that still have their former prices. `prorationBehavior` null: the organization's setting.
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

/** Changes subscriptions to the product's current prices. `prorationBehavior` is used for `now` only. */
export const PriceChangeCreate = z.object({
  applies: PriceChangeApplies,
  prorationBehavior: SubscriptionProrationBehavior.nullish(),
});
export type PriceChangeCreate = z.output<typeof PriceChangeCreate>;

/** Number of active subscriptions of the product whose prices differ from its current ones. */
export const PriceChangeReach = z.object({ subscriptionsCount: z.int() });
export type PriceChangeReach = z.infer<typeof PriceChangeReach>;

export const PriceChangeListQuery = PageQuery;

/** A page of a product's price changes, newest first. */
export const PriceChangePage = pageOf(PriceChange);
