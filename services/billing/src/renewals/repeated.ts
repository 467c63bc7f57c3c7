/** Second subscriptions, where the seller allows one: they end with the period that they began with. */
import { isDeepStrictEqual } from 'node:util';
import { transact } from '@tessera/kit/outbox';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { setToEnd } from '../subscriptions/cancel.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { hasEarlierSubscription } from '../subscriptions/find.ts';
import { lockSubscription } from '../subscriptions/lock.ts';

/** Whether a subscription is one too many: its customer has kept the one that they had, and its seller still allows one. */
export const endsBesideAnother = async (billing: Billing, row: SubscriptionRow): Promise<boolean> =>
  row.isRepeated &&
  (await hasEarlierSubscription(billing.db.manager, row)) &&
  !(await getSeller(billing, row.organizationId)).allowMultipleSubscriptions;

/** Sets it to end now, as its period does (`endings/subscription.ts`). Answers whether it was still as it was seen. */
export const endBesideAnother = (billing: Billing, seen: SubscriptionRow): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, seen.id);
    if (!isDeepStrictEqual(row, seen)) return false;
    await setToEnd(em, billing.now(), row, {});
    return true;
  });
