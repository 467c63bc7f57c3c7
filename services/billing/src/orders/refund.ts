/** Marks orders as refunded. A step of the transaction that records the refund. */
import { orderRefunded } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { emitAll } from '../events.ts';
import { changeOrder, fillOrder, lockOrder } from './find.ts';
import { mayRefund } from './rules.ts';
import { orderEvents } from './view.ts';

/** Marks an order as fully refunded. Idempotent. */
export const markOrderRefunded = async (em: EntityManager, now: Date, id: string): Promise<void> => {
  const row = await lockOrder(em, id);
  if (!mayRefund(row.status)) return;
  const changes = {
    status: 'refunded' as const,
    refundedAmount: row.netAmount,
    refundedTaxAmount: row.taxAmount,
    modifiedAt: now,
  };
  await changeOrder(em, id, changes);
  await emitAll(em, orderEvents([orderRefunded], await fillOrder(em, { ...row, ...changes })));
};
