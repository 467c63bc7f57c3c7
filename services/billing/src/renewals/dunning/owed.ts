/** Unpaid orders of ended subscriptions. */
import type { EntityManager } from 'typeorm';
import { emitNextAttempt, voidOrder } from '../../orders/pay.ts';
import { endAttempts, findDropped, findLate, findOwed } from '../entity.ts';

/**
 * Voids unpaid orders of subscriptions that have just ended, which can no longer be charged or paid manually, as
 * nothing would be granted for the money. Payments in progress are left to their handlers. The caller holds the locks
 * of the subscriptions.
 */
export const voidOwed = async (
  em: EntityManager,
  now: Date,
  subscriptionIds: readonly string[],
): Promise<void> => {
  if (subscriptionIds.length === 0) return;
  for (const orderId of await findOwed(em, subscriptionIds)) await voidOne(em, now, orderId);
};

/**
 * Of orders whose charge had failed, and has now succeeded, voids those whose subscription ended in between: nothing is
 * granted for them any more. Their money is to be refunded. The caller holds the locks of the subscriptions.
 */
export const voidLate = async (em: EntityManager, now: Date, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return;
  for (const orderId of await findLate(em, orderIds)) await voidOne(em, now, orderId);
};

/**
 * Emits that orders of a subscription that has been set to end are not charged again: their next attempt would come
 * after the end. The caller holds the lock of the subscription.
 */
export const emitDroppedAttempts = async (
  em: EntityManager,
  now: Date,
  ending: { subscriptionId: string; endsAt: Date },
): Promise<void> => {
  for (const orderId of await findDropped(em, ending)) await emitNextAttempt(em, now, orderId);
};

const voidOne = async (em: EntityManager, now: Date, orderId: string): Promise<void> => {
  await endAttempts(em, orderId);
  await voidOrder(em, now, orderId);
  await emitNextAttempt(em, now, orderId);
};
