/** What new prices mean for a subscription, and what its customer is notified of; pure functions. */
import { uuidv7 } from 'uuidv7';
import type { FullProduct } from '../catalog/products/view.ts';
import type { PendingUpdate, SubscriptionRow } from '../subscriptions/entity.ts';
import { moveTo } from '../subscriptions/move.ts';
import { activeStatuses } from '../subscriptions/rules.ts';
import type { FullSubscription } from '../subscriptions/view.ts';
import type { PriceChangeRow } from './entity.ts';

/** `product` with the announced prices. */
export const planAnnouncement = (
  full: FullSubscription,
  { change, product, now }: { change: PriceChangeRow; product: FullProduct; now: Date },
) => {
  const { row } = full;
  const { amount } = moveTo(full, product, now).full.row;
  const isNow = change.applies === 'now' && canChangeNow(row);
  const pendingUpdate: PendingUpdate = {
    id: uuidv7(),
    createdAt: now.toISOString(),
    productId: row.productId,
    priceChangeId: change.id,
    priceIds: change.priceIds,
    amount,
    ...(isNow && { isNow }),
    ...(change.prorationBehavior && { prorationBehavior: change.prorationBehavior }),
  };
  const event = {
    subscriptionId: row.id,
    organizationId: row.organizationId,
    customerId: row.customerId,
    priceChangeId: change.id,
    amount: BigInt(amount),
    currency: row.currency,
    appliesAt: (isNow ? now : firstDue(row, now)).toISOString(),
  };
  return { pendingUpdate, event };
};

/** Paused and past-due subscriptions get the prices with the next period, and are notified of that day. */
const canChangeNow = ({ status, pausedAt }: SubscriptionRow): boolean =>
  pausedAt === null && activeStatuses.some((active) => active === status);

/** When the next payment is due; for a paused or past-due subscription it may be any time. */
const firstDue = ({ pausedAt, resumesAt, currentPeriodEnd }: SubscriptionRow, now: Date): Date => {
  const due = pausedAt ? resumesAt : currentPeriodEnd;
  return due && due > now ? due : now;
};
