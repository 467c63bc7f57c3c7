/** Rows of payments: what was requested of the processor, and the result. */
import { column } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { changeEach, changeRows, findRows, findRowsByIds } from '@tessera/kit/database/rows';
import { claimStuck } from '@tessera/kit/database/stuck';
import { type EntityManager, EntitySchema, In, IsNull, MoreThan, Not } from 'typeorm';
import type { ProcessorName } from './place.ts';
import type { Purpose, PurposeKind } from './purpose.ts';

/** `pending`: the processor's response is not known yet. */
export type PaymentStatus = 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';

export const unsettled: PaymentStatus[] = ['pending', 'requires_action', 'processing'];

/**
 * Why a payment is refunded as a whole: it succeeded too late, or, in earlier releases, the customer already had a
 * subscription.
 */
export type PaymentRefundReason = 'late_payment' | 'repeated_subscription';

/**
 * `amount` in minor units; 0 only saves the card. `attempt` numbers the payments of a purpose. Made with the
 * confirmation token or with the saved method; with `keepsMethod`, `paymentMethodId` becomes the id under which the
 * processor has saved the card. `customerId` is set once the payment has succeeded. A refund returns the whole
 * amount.
 */
export type PaymentRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  purposeKind: PurposeKind;
  purposeId: string;
  /** For replicas of the previous release, which know no other purpose; to be removed in the next release. */
  checkoutId: string | null;
  attempt: number;
  productPriceId: string | null;
  customerId: string | null;
  processor: ProcessorName;
  /** The processor's id of the account that took the payment; null: the processor has no accounts. */
  account: string | null;
  processorId: string | null;
  /** The processor's id of the customer for whom it saves the card. */
  processorCustomerId: string | null;
  idempotencyKey: string;
  confirmationToken: string | null;
  paymentMethodId: string | null;
  keepsMethod: boolean;
  /** The customer is there to complete a challenge of the bank. Only for saved methods. */
  isCustomerPresent: boolean;
  intentClientSecret: string | null;
  amount: number;
  currency: string;
  status: PaymentStatus;
  /** A code such as `card_declined`; null: not declined. */
  declineReason: string | null;
  declineMessage: string | null;
  /** The order that it paid; set once the order is placed. */
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
    isCustomerPresent: column.bool('is_customer_present'),
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

/** Returns a payment that the API shows, or null. Payments of 0 only save a card and are not shown. */
export const findListedPayment = (em: EntityManager, { id }: { id: string }): Promise<PaymentRow | null> =>
  em.findOneBy(PaymentEntity, { id, amount: MoreThan(0) });

/** Returns the number of the next payment for a purpose. The caller holds the lock of the purpose's row. */
export const nextAttempt = async (em: EntityManager, { kind, id }: Purpose): Promise<number> =>
  ((await em.maximum(PaymentEntity, 'attempt', { purposeKind: kind, purposeId: id })) ?? 0) + 1;

const ofOrder: PurposeKind[] = ['renewal', 'proration', 'order_retry'];

/** The id of the order that a payment has paid or was meant to pay; null if a failed payment led to none. */
export const orderIdOf = ({ orderId, purposeKind, purposeId }: PaymentRow): string | null =>
  orderId ?? (ofOrder.includes(purposeKind) ? purposeId : null);

/** The same as an SQL condition on `payments r`: the payment belongs to one of these orders. */
export const isForOrders = (ids: string): string =>
  `(r.order_id = ANY(${ids}) OR ${isMeantFor(`ANY(${ids})`)})`;

/** SQL condition on payments: the payment was meant to pay the order with this id. */
export const isMeantFor = (id: string, payment = 'r'): string =>
  `${payment}.purpose_kind IN (${ofOrder.map((kind) => `'${kind}'`).join(', ')}) AND ${payment}.purpose_id = ${id}`;

/** Returns the unsettled payment of a subscription's order, or null. */
export const findUnsettledOf = (em: EntityManager, orderId: string): Promise<PaymentRow | null> =>
  em.findOneBy(PaymentEntity, { purposeKind: In(ofOrder), purposeId: orderId, status: In(unsettled) });

/** Returns the payment that paid an order, or null. Payments that were refunded as a whole do not count. */
export const findPaymentOfOrder = async (em: EntityManager, orderId: string): Promise<PaymentRow | null> =>
  (await readPaymentsOfOrders(em, [orderId])).get(orderId)?.[0] ?? null;

/** Returns the payments that paid orders, by order id, without those that were refunded as a whole. */
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

/** Returns the last 20 payments that saved a card of the customer, newest first. */
export const findKeptBefore = (em: EntityManager, customerId: string): Promise<PaymentRow[]> =>
  em.find(PaymentEntity, {
    where: { customerId, status: 'succeeded', paymentMethodId: Not(IsNull()), keepsMethod: true },
    order: { createdAt: 'DESC' },
    take: 20,
  });

/** Locks payments in the order of their ids and returns them by id. */
export const lockPayments = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, PaymentRow>> => {
  const tail = 'WHERE r.id = ANY($1::uuid[]) ORDER BY r.id FOR NO KEY UPDATE';
  const rows = await findRows(em, PaymentEntity, tail, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Applies the changes to each payment that is still in one of the states `from`. */
export const movePayments = async (
  em: EntityManager,
  from: readonly PaymentStatus[],
  changes: readonly (Partial<PaymentRow> & { id: string })[],
): Promise<void> => {
  await changeEach(em, PaymentEntity, changes, { where: 'r.status = ANY($2)', values: [from] });
};

/** Applies changes to a payment that is still in one of the states `from`. Returns whether it was. */
export const movePayment = async (
  em: EntityManager,
  payment: { id: string; from: PaymentStatus[] },
  changes: Partial<PaymentRow>,
): Promise<boolean> => {
  const where = 'r.id = $2 AND r.status = ANY($3)';
  return (await changeRows(em, PaymentEntity, { changes, where, values: [payment.id, payment.from] })) === 1;
};

/** Claims up to 50 unsettled payments without news for this long (database time), by touching them. Returns ids. */
export const claimStuckPayments = async (em: EntityManager, seconds: number): Promise<string[]> => {
  const where = `status IN ('pending', 'requires_action', 'processing')`;
  return (await claimStuck(em, { table: 'payments', where, seconds })).map(({ id }) => id);
};

/**
 * Claims up to 50 pending refunds without news for this long (database time) by touching them. Returns their
 * purposes.
 */
export const claimStuckRefunds = async (em: EntityManager, seconds: number): Promise<Purpose[]> => {
  const where = `refund_status = 'pending'`;
  const returning = 'purpose_kind AS kind, purpose_id AS id';
  const rows = await claimStuck<Purpose>(em, { table: 'payments', where, seconds, returning });
  return [...new Map(rows.map((purpose) => [purpose.id, purpose])).values()];
};
