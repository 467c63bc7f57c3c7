/** Rows of payments: what we asked the processor for, and what became of it. */

import { column } from '@tessera/kit/database';
import { sql } from '@tessera/kit/sql';
import { type EntityManager, EntitySchema, In } from 'typeorm';

/** `pending`: the processor's answer is not known yet. */
export type PaymentStatus = 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';

export const unsettled: PaymentStatus[] = ['pending', 'requires_action', 'processing'];

/** Why money goes back: its success came too late, or the customer had the subscription already. */
export type PaymentRefundReason = 'late_payment' | 'repeated_subscription';

/**
 * `amount` in cents; 0 keeps the card only. The idempotency key is the checkout's id and attempt. `customerId` is
 * known once the payment has succeeded. A refund gives all of the amount back.
 */
export type PaymentRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  checkoutId: string;
  attempt: number;
  productPriceId: string | null;
  customerId: string | null;
  processor: string;
  processorId: string | null;
  idempotencyKey: string;
  confirmationToken: string;
  intentClientSecret: string | null;
  amount: number;
  currency: string;
  status: PaymentStatus;
  declineMessage: string | null;
  refundStatus: 'pending' | 'succeeded' | 'failed' | null;
  refundReason: PaymentRefundReason | null;
  refundProcessorId: string | null;
  refundedAt: Date | null;
};

const optional = { nullable: true };

export const PaymentEntity = new EntitySchema<PaymentRow>({
  name: 'payment',
  tableName: 'payments',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    checkoutId: column.uuid('checkout_id'),
    attempt: column.int('attempt'),
    productPriceId: column.uuid('product_price_id', optional),
    customerId: column.uuid('customer_id', optional),
    processor: column.text('processor'),
    processorId: column.text('processor_id', optional),
    idempotencyKey: column.text('idempotency_key'),
    confirmationToken: column.text('confirmation_token'),
    intentClientSecret: column.text('intent_client_secret', optional),
    amount: column.int('amount'),
    currency: column.text('currency'),
    status: column.text('status'),
    declineMessage: column.text('decline_message', optional),
    refundStatus: column.text('refund_status', optional),
    refundReason: column.text('refund_reason', optional),
    refundProcessorId: column.text('refund_processor_id', optional),
    refundedAt: column.time('refunded_at', optional),
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
  const rows = await sql<{ id: string }>(
    em,
    `UPDATE payments SET touched_at = now() WHERE id IN (
       SELECT id FROM payments
       WHERE status IN ('pending', 'requires_action', 'processing') AND touched_at < now() - make_interval(secs => $1)
       ORDER BY touched_at LIMIT 50 FOR UPDATE SKIP LOCKED) RETURNING id`,
    [seconds],
  );
  return rows.map(({ id }) => id);
};

/** Checkouts with refunds that nothing has been heard of for so long (machine's time); claimed by being touched. */
export const claimStuckRefunds = async (em: EntityManager, seconds: number): Promise<string[]> => {
  const rows = await sql<{ checkout_id: string }>(
    em,
    `UPDATE payments SET touched_at = now() WHERE id IN (
       SELECT id FROM payments
       WHERE refund_status = 'pending' AND touched_at < now() - make_interval(secs => $1)
       ORDER BY touched_at LIMIT 50 FOR UPDATE SKIP LOCKED) RETURNING checkout_id`,
    [seconds],
  );
  return [...new Set(rows.map((row) => row.checkout_id))];
};
