/** A payment as replies show it. */
import type { PaymentStatus as WireStatus } from '@tessera/proto/api/billing/enums';
import type { Payment } from '@tessera/proto/api/billing/payment';
import type { PaymentRow, PaymentStatus } from '../entity.ts';

/** What is under way looks pending. */
const statusOnWire = (status: PaymentStatus): WireStatus =>
  status === 'succeeded' || status === 'failed' ? status : 'pending';

/** The contract knows one processor's name, whoever takes the payment. */
export const viewPayment = (row: PaymentRow): Payment => ({
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
  orderId: row.orderId,
  methodMetadata: { brand: row.cardBrand ?? 'unknown', last4: row.cardLast4 ?? '' },
});
