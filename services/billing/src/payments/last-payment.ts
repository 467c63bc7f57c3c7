/** The last payments of subscriptions' orders. */
import { findRows } from '@tessera/kit/database/rows';
import type { EntityManager } from 'typeorm';
import { isMeantFor, PaymentEntity, type PaymentRow } from './entity.ts';

/** Returns the last payment of a subscription's order, or null. */
export const findLastPaymentOf = async (em: EntityManager, orderId: string): Promise<PaymentRow | null> =>
  (await findLastPaymentsOf(em, [orderId]))[0] ?? null;

/** Returns the last payment of each of these orders of subscriptions that has any. */
export const findLastPaymentsOf = (em: EntityManager, orderIds: readonly string[]): Promise<PaymentRow[]> => {
  const tail = `WHERE r.id = ANY(ARRAY(
    SELECT last.id FROM unnest($1::uuid[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT tried.id FROM payments tried WHERE ${isMeantFor('asked.id', 'tried')}
      ORDER BY tried.created_at DESC, tried.id DESC LIMIT 1) last))`;
  return findRows(em, PaymentEntity, tail, [orderIds]);
};

/** Whether a decline asks the customer to confirm the payment at their bank. */
export const needsConfirmation = (declineReason: string | null): boolean =>
  declineReason === 'authentication_required';
