/** Maps payments to API responses. */
import { sql } from '@tessera/kit/database/sql';
import type { PaymentStatus as WireStatus } from '@tessera/proto/api/billing/enums';
import type { PaidOrder, Payment, PaymentRefund } from '@tessera/proto/api/billing/payment';
import type { EntityManager } from 'typeorm';
import { orderIdOf, type PaymentRow, type PaymentStatus } from '../entity.ts';

/** Payments that are not settled are shown as pending. */
const statusOnWire = (status: PaymentStatus): WireStatus =>
  status === 'succeeded' || status === 'failed' ? status : 'pending';

const viewRefund = ({ refundStatus, refundReason, refundedAt }: PaymentRow): PaymentRefund | null =>
  refundStatus && {
    status: refundStatus,
    reason: refundReason ?? 'late_payment',
    refundedAt: refundStatus === 'succeeded' ? refundedAt : null,
  };

/** The contract knows a single processor name, whichever processor takes the payment. */
const viewPayment = (row: PaymentRow, order: PaidOrder | null): Payment => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  processor: 'stripe',
  status: statusOnWire(row.status),
  amount: row.amount,
  currency: row.currency,
  method: 'card',
  declineReason: row.declineReason,
  declineMessage: row.declineMessage,
  organizationId: row.organizationId,
  checkoutId: row.purposeKind === 'checkout' ? row.purposeId : null,
  orderId: orderIdOf(row),
  customerEmail: row.customerEmail,
  order,
  refund: viewRefund(row),
  methodMetadata: { brand: row.cardBrand ?? 'unknown', last4: row.cardLast4 ?? '' },
});

type OrderOfPayment = { id: string; invoice_number: string; customer_id: string };

/** Returns number and customer of the payments' orders, by order id, in one statement. */
const ordersOf = async (
  em: EntityManager,
  payments: readonly PaymentRow[],
): Promise<Map<string, PaidOrder>> => {
  const ids = payments.flatMap((payment) => orderIdOf(payment) ?? []);
  if (ids.length === 0) return new Map();
  const found = await sql<OrderOfPayment>(
    em,
    'SELECT id, invoice_number, customer_id FROM orders WHERE id = ANY($1::uuid[])',
    [ids],
  );
  return new Map(
    found.map((order) => [order.id, { invoiceNumber: order.invoice_number, customerId: order.customer_id }]),
  );
};

const withOrder = (row: PaymentRow, orders: Map<string, PaidOrder>): Payment =>
  viewPayment(row, orders.get(orderIdOf(row) ?? '') ?? null);

/** Returns the response for a payment, with the number of its order. */
export const showPayment = async (em: EntityManager, row: PaymentRow): Promise<Payment> =>
  withOrder(row, await ordersOf(em, [row]));

/** `showPayment` for several payments. */
export const showPayments = async (em: EntityManager, rows: readonly PaymentRow[]): Promise<Payment[]> => {
  const orders = await ordersOf(em, rows);
  return rows.map((row) => withOrder(row, orders));
};
