/** Applies price changes that do not wait for the next period; each subscription is changed and charged alone. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { transact } from '@tessera/kit/events/outbox';
import type { Billing } from '../billing.ts';
import { findProduct, withPrices } from '../catalog/products/find.ts';
import { changeNow } from '../product-changes/change.ts';
import { type DueWork, startClaimed, workClaimed } from '../renewals/claimed.ts';
import { hasSeller } from '../renewals/claims.ts';
import { SubscriptionEntity } from '../subscriptions/entity.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { lockSubscription } from '../subscriptions/lock.ts';
import { activeStatuses } from '../subscriptions/rules.ts';

/** Random order, so that one seller with many changes does not delay others. */
const changing: DueWork = {
  due: {
    table: 'subscriptions',
    id: 'id',
    where: `(work.pending_update ->> 'isNow')::boolean AND work.status IN ('active', 'trialing')
      AND $1::timestamptz IS NOT NULL AND ${hasSeller}`,
    order: 'random()',
  },
  run: (billing, id) => applyNow(billing, id),
};

const restMilliseconds = 5_000;

export const startPriceChanges = (billing: Billing): Stoppable =>
  startClaimed(billing, { name: 'price changes', every: restMilliseconds }, [changing]);

/** One round. Returns the number of changed subscriptions. */
export const applyDue = (billing: Billing): Promise<number> => workClaimed(billing, [changing]);

/**
 * Returns whether it was changed now. A subscription that has ended or is past due by now gets the prices with its
 * next period.
 */
const applyNow = async (billing: Billing, id: string): Promise<boolean> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id });
  if (!row?.pendingUpdate?.isNow) return false;
  const { productId, priceIds = [], prorationBehavior } = row.pendingUpdate;
  const isActive = activeStatuses.some((status) => status === row.status);
  if (!isActive || row.cancelAtPeriodEnd) return waitForPeriod(billing, id);
  const product = await findProduct(em, { id: productId });
  if (!product?.recurringInterval) return waitForPeriod(billing, id);
  const promised = await withPrices(em, product, priceIds);
  return changeNow(billing, { id, productId, prorationBehavior, product: promised });
};

const waitForPeriod = (billing: Billing, id: string): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const { pendingUpdate } = await lockSubscription(em, id);
    if (!pendingUpdate?.isNow) return false;
    const { isNow: _now, ...waiting } = pendingUpdate;
    await em.update(SubscriptionEntity, { id }, { pendingUpdate: waiting });
    return true;
  });
