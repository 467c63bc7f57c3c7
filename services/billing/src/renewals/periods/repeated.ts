/** Second subscriptions of customers whose seller allows only one: they end with their first period. */
import { isDeepStrictEqual } from 'node:util';
import { transact } from '@tessera/kit/events/outbox';
import { getSeller } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { setToEnd } from '../../subscriptions/cancel.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { hasEarlierSubscription } from '../../subscriptions/find.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';

/** Whether a subscription must end: its customer has kept an earlier one, and the seller still allows only one. */
export const endsBesideAnother = async (billing: Billing, row: SubscriptionRow): Promise<boolean> =>
  row.isRepeated &&
  (await hasEarlierSubscription(billing.db.manager, row)) &&
  !(await getSeller(billing, row.organizationId)).allowMultipleSubscriptions;

/**
 * Sets it to end with its period, which is over now (`endings/subscription.ts`). Returns whether it was unchanged
 * since it was read.
 */
export const endBesideAnother = (billing: Billing, seen: SubscriptionRow): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, seen.id);
    if (!isDeepStrictEqual(row, seen)) return false;
    await setToEnd(em, billing.now(), row, {});
    return true;
  });
