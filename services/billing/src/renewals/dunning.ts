/**
 * Payments of renewals that fail: the subscription is past due and its benefits are taken back, the payment is tried
 * again on a schedule, and in the end the subscription is over (contracts/billing-behaviour.md, section 4).
 */
import { emit } from '@tessera/kit/outbox';
import {
  renewalFailed,
  subscriptionActive,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { markStateChanged } from '../customers/marks.ts';
import { revokeGrantsOfSubscriptions } from '../entitlements/grants/changes.ts';
import { emitAll } from '../events.ts';
import { voidOrder } from '../orders/pay.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions, lockSubscription } from '../subscriptions/find.ts';
import { revokeSubscription } from '../subscriptions/revoke.ts';
import { subscriptionEvent } from '../subscriptions/view.ts';
import { findRenewal, RenewalEntity } from './entity.ts';
import { nextAttemptAt } from './rules.ts';

type Failed = { subscriptionId: string; orderId: string };

/** An attempt has failed. A step of the transaction that says so. */
export const countFailure = async (
  em: EntityManager,
  now: Date,
  { subscriptionId, orderId }: Failed,
): Promise<void> => {
  const row = await lockSubscription(em, subscriptionId);
  const renewal = await findRenewal(em, orderId);
  if (!renewal) throw new Error(`renewal ${orderId} is gone`);
  const next = row.endedAt ? null : nextAttemptAt(renewal.attempts, now);
  await em.update(RenewalEntity, { orderId }, { nextAttemptAt: next });
  if (!row.endedAt)
    await emit(em, renewalFailed, {
      subscriptionId,
      organizationId: row.organizationId,
      customerId: row.customerId,
      orderId,
      ...(next && { nextAttemptAt: next.toISOString() }),
    });
  if (next) return becomePastDue(em, now, row);
  await voidOrder(em, now, orderId);
  if (row.endedAt) return;
  await revokeSubscription(em, row.id, now);
  await revokeGrantsOfSubscriptions(em, [row.id], now);
  await markStateChanged(em, row.customerId);
};

const becomePastDue = async (em: EntityManager, now: Date, row: SubscriptionRow): Promise<void> => {
  if (row.status === 'past_due') return;
  await move(em, row, { status: 'past_due', modifiedAt: now }, subscriptionRevoked);
  await revokeGrantsOfSubscriptions(em, [row.id], now);
};

/** The money has come after all: what was taken back is given again. A step of the transaction that says so. */
export const recover = async (em: EntityManager, now: Date, subscriptionId: string): Promise<void> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row.status !== 'past_due') return;
  await move(em, row, { status: 'active', modifiedAt: now }, subscriptionActive);
  await noteCatalogChange(em, 'subscription', row);
};

const move = async (
  em: EntityManager,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
  type: typeof subscriptionActive | typeof subscriptionRevoked,
): Promise<void> => {
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  await emitAll(em, [subscriptionEvent(subscriptionUpdated, full), subscriptionEvent(type, full)]);
  await markStateChanged(em, row.customerId);
};
