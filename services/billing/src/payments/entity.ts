/** Rows of payments: what we asked the processor for, and what became of it. */

import { column } from '@tessera/kit/database';
import { readByIds } from '@tessera/kit/read-by-ids';
import { changeEach, changeRows, findRows, findRowsByIds } from '@tessera/kit/rows';
import { sql } from '@tessera/kit/sql';
import { type EntityManager, EntitySchema, In, IsNull, MoreThan, Not } from 'typeorm';
import type { ProcessorName } from './place.ts';
import type { Purpose, PurposeKind } from './purpose.ts';

/** `pending`: the processor's answer is not known yet. */
export type PaymentStatus = 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';

export const unsettled: PaymentStatus[] = ['pending', 'requires_action', 'processing'];

/** Why money goes back: its success came too late, or, in earlier releases, the customer had a subscription already. */
export type PaymentRefundReason = 'late_payment' | 'repeated_subscription';

/**
 * `amount` in minor units; 0 keeps the card only. `attempt` counts the payments of a purpose. Made with the token or
 * with the saved method; `paymentMethodId` is also under what the processor has kept the card, where it was to
 * (`keepsMethod`). `customerId` is known once the payment has succeeded. A refund gives all of the amount back.
 */
export type PaymentRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  purposeKind: PurposeKind;
  purposeId: string;
  /** For replicas of the release before, which know no other purpose; goes with the next release. */
  checkoutId: string | null;
  attempt: number;
  productPriceId: string | null;
  customerId: string | null;
  processor: ProcessorName;
  /** The processor's own id of the account that took it; null: the processor has none. */
  account: string | null;
  processorId: string | null;
  /** The processor's own id of the customer whom it keeps the card for. */
  processorCustomerId: string | null;
  idempotencyKey: string;
  confirmationToken: string | null;
  paymentMethodId: string | null;
  keepsMethod: boolean;
  intentClientSecret: string | null;
  amount: number;
  currency: string;
  status: PaymentStatus;
  /** A code, `card_declined`; null: not declined. */
  declineReason: string | null;
  declineMessage: string | null;
  /** The order it has paid; known once that is placed. */
  orderId: string | null;
  customerEmail: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  cardExpMonth: number | null;
  cardExpYear: number | null;
  cardWallet: string | null;
  cardFingerprint: string | null;
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
    purposeKind: column.text('purpose_kind'),
    purposeId: column.uuid('purpose_id'),
    checkoutId: column.uuid('checkout_id', optional),
    attempt: column.int('attempt'),
    productPriceId: column.uuid('product_price_id', optional),
    customerId: column.uuid('customer_id', optional),
    processor: column.text('processor'),
    account: column.text('account', optional),
    processorCustomerId: column.text('processor_customer_id', optional),
    processorId: column.text('processor_id', optional),
    idempotencyKey: column.text('idempotency_key'),
    confirmationToken: column.text('confirmation_token', optional),
    paymentMethodId: column.text('payment_method_id', optional),
    keepsMethod: column.bool('keeps_method'),
    intentClientSecret: column.text('intent_client_secret', optional),
    amount: column.int('amount'),
    currency: column.text('currency'),
    status: column.text('status'),
    declineReason: column.text('decline_reason', optional),
    declineMessage: column.text('decline_message', optional),
    orderId: column.uuid('order_id', optional),
    customerEmail: column.text('customer_email', optional),
    cardBrand: column.text('card_brand', optional),
    cardLast4: column.text('card_last4', optional),
    cardExpMonth: column.int('card_exp_month', optional),
    cardExpYear: column.int('card_exp_year', optional),
    cardWallet: column.text('card_wallet', optional),
    cardFingerprint: column.text('card_fingerprint', optional),
    refundStatus: column.text('refund_status', optional),
    refundReason: column.text('refund_reason', optional),
    refundProcessorId: column.text('refund_processor_id', optional),
    refundedAt: column.time('refunded_at', optional),
  },
});

const readPayments = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, PaymentEntity, ids)).map((row) => [row.id, row])),
);

export const findPayment = async (em: EntityManager, id: string): Promise<PaymentRow | null> =>
  (await readPayments(em, [id])).get(id) ?? null;

/** A payment that the API shows: what only keeps a card is none. */
export const findListedPayment = (em: EntityManager, { id }: { id: string }): Promise<PaymentRow | null> =>
  em.findOneBy(PaymentEntity, { id, amount: MoreThan(0) });

/** The number of the next payment for a purpose. Whatever the purpose belongs to is held. */
export const nextAttempt = async (em: EntityManager, { kind, id }: Purpose): Promise<number> =>
  ((await em.maximum(PaymentEntity, 'attempt', { purposeKind: kind, purposeId: id })) ?? 0) + 1;

const ofOrder: PurposeKind[] = ['renewal', 'proration', 'order_retry'];

/** The order that a payment has paid, or was to pay; null where a failed one led to none. */
export const orderIdOf = ({ orderId, purposeKind, purposeId }: PaymentRow): string | null =>
  orderId ?? (ofOrder.includes(purposeKind) ? purposeId : null);

/** The same as a condition of SQL on `payments r`: that it is one of these. */
export const isForOrders = (ids: string): string =>
  `(r.order_id = ANY(${ids}) OR r.purpose_kind IN (${ofOrder.map((kind) => `'${kind}'`).join(', ')}) AND r.purpose_id = ANY(${ids}))`;

/** The last payment of an order that a subscription has led to, or null. */
export const findLastPaymentOf = (em: EntityManager, orderId: string): Promise<PaymentRow | null> =>
  em.findOne(PaymentEntity, {
    where: { purposeKind: In(ofOrder), purposeId: orderId },
    order: { createdAt: 'DESC', id: 'DESC' },
  });

/** A payment of such an order that is under way, or null. */
export const findUnsettledOf = (em: EntityManager, orderId: string): Promise<PaymentRow | null> =>
  em.findOneBy(PaymentEntity, { purposeKind: In(ofOrder), purposeId: orderId, status: In(unsettled) });

/** The payment that an order was paid with, or null: one that has gone back as a whole is none. */
export const findPaymentOfOrder = async (em: EntityManager, orderId: string): Promise<PaymentRow | null> =>
  (await readPaymentsOfOrders(em, [orderId])).get(orderId)?.[0] ?? null;

/** The payments that orders were paid by and that are still held, by order. */
export const findPaymentsOfOrders = async (
  em: EntityManager,
  orderIds: readonly string[],
): Promise<Map<string, PaymentRow>> => {
  const found = await readPaymentsOfOrders(em, orderIds);
  return new Map([...found].flatMap(([id, [payment]]) => (payment ? [[id, payment] as const] : [])));
};

const readPaymentsOfOrders = readByIds(async (em, orderIds) => {
  const isHeld = `r.status = 'succeeded' AND r.refund_status IS NULL`;
  const tail = `WHERE r.order_id = ANY(ARRAY(SELECT unnest($1::uuid[]))) AND ${isHeld}`;
  const rows = await findRows(em, PaymentEntity, tail, [orderIds]);
  return Map.groupBy(rows, (row) => row.orderId ?? '');
});

/** Payments that have kept a customer's card, the last first. */
export const findKeptBefore = (em: EntityManager, customerId: string): Promise<PaymentRow[]> =>
  em.find(PaymentEntity, {
    where: { customerId, status: 'succeeded', paymentMethodId: Not(IsNull()), keepsMethod: true },
    order: { createdAt: 'DESC' },
    take: 20,
  });

/** Payments' own rows, locked, by id. */
export const lockPayments = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, PaymentRow>> => {
  const tail = 'WHERE r.id = ANY($1::uuid[]) ORDER BY r.id FOR NO KEY UPDATE';
  const rows = await findRows(em, PaymentEntity, tail, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Moves payments on, each to what it says, but those that have left these states. */
export const movePayments = async (
  em: EntityManager,
  from: readonly PaymentStatus[],
  changes: readonly (Partial<PaymentRow> & { id: string })[],
): Promise<void> => {
  await changeEach(em, PaymentEntity, changes, { where: 'r.status = ANY($2)', values: [from] });
};

/** Moves a payment on, unless it has left these states. Answers whether it moved. */
export const movePayment = async (
  em: EntityManager,
  payment: { id: string; from: PaymentStatus[] },
  changes: Partial<PaymentRow>,
): Promise<boolean> => {
  const where = 'r.id = $2 AND r.status = ANY($3)';
  return (await changeRows(em, PaymentEntity, { changes, where, values: [payment.id, payment.from] })) === 1;
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

/** Purposes with refunds that nothing has been heard of for so long (machine's time); claimed by being touched. */
export const claimStuckRefunds = async (em: EntityManager, seconds: number): Promise<Purpose[]> => {
  const rows = await sql<Purpose>(
    em,
    `UPDATE payments SET touched_at = now() WHERE id IN (
       SELECT id FROM payments
       WHERE refund_status = 'pending' AND touched_at < now() - make_interval(secs => $1)
       ORDER BY touched_at LIMIT 50 FOR UPDATE SKIP LOCKED) RETURNING purpose_kind AS kind, purpose_id AS id`,
    [seconds],
  );
  return [...new Map(rows.map((purpose) => [purpose.id, purpose])).values()];
};
