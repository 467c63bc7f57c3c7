/** Rows of payments: what we asked the processor for, and what became of it. */
import { column } from '@tessera/kit/database';
import { type EntityManager, EntitySchema, In } from 'typeorm';

/** `pending`: the processor's answer is not known yet. */
export type PaymentStatus = 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';

export const unsettled: PaymentStatus[] = ['pending', 'requires_action', 'processing'];

/** `amount` in cents; 0 keeps the card only. The idempotency key is the checkout's id and attempt. */
export type PaymentRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  checkoutId: string;
  attempt: number;
  customerId: string;
  processor: string;
  processorId: string | null;
  idempotencyKey: string;
  confirmationToken: string;
  intentClientSecret: string | null;
  amount: number;
  currency: string;
  status: PaymentStatus;
  declineMessage: string | null;
};

export const PaymentEntity = new EntitySchema<PaymentRow>({
  name: 'payment',
  tableName: 'payments',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    checkoutId: column.uuid('checkout_id'),
    attempt: column.int('attempt'),
    customerId: column.uuid('customer_id'),
    processor: column.text('processor'),
    processorId: column.text('processor_id', { nullable: true }),
    idempotencyKey: column.text('idempotency_key'),
    confirmationToken: column.text('confirmation_token'),
    intentClientSecret: column.text('intent_client_secret', { nullable: true }),
    amount: column.int('amount'),
    currency: column.text('currency'),
    status: column.text('status'),
    declineMessage: column.text('decline_message', { nullable: true }),
  },
});

export const findPayment = (em: EntityManager, id: string): Promise<PaymentRow | null> =>
  em.findOneBy(PaymentEntity, { id });

/** Moves a payment on, unless it has left these states. Answers whether it moved. */
export const movePayment = async (
  em: EntityManager,
  payment: { id: string; from: PaymentStatus[] },
  changes: Partial<PaymentRow>,
): Promise<boolean> => {
  const { affected } = await em.update(PaymentEntity, { id: payment.id, status: In(payment.from) }, changes);
  return affected === 1;
};

/** Payments that nothing has been heard of for so long (machine's time); claimed by being touched. */
export const claimStuckPayments = async (em: EntityManager, seconds: number): Promise<string[]> => {
  const [rows] = (await em.query(
    `UPDATE payments SET touched_at = now() WHERE id IN (
       SELECT id FROM payments
       WHERE status IN ('pending', 'requires_action', 'processing') AND touched_at < now() - make_interval(secs => $1)
       ORDER BY touched_at LIMIT 50 FOR UPDATE SKIP LOCKED) RETURNING id`,
    [seconds],
  )) as [{ id: string }[], number];
  return rows.map(({ id }) => id);
};
