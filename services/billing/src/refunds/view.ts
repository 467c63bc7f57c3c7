/** Maps refunds to events and API responses. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { Refund, type SellersRefund } from '@tessera/proto/api/billing/refund';
import { toWire } from '@tessera/proto/api/wire';
import { refundCreated, refundUpdated } from '@tessera/proto/events/billing';
import type { OutboxEvent } from '../events.ts';
import type { RefundRow } from './entity.ts';

export const viewRefund = (row: RefundRow): Refund => {
  const {
    comment: _comment,
    paymentId: _payment,
    processorId: _processor,
    isAnnounced: _told,
    ...facts
  } = row;
  return facts;
};

/** For sellers, with their comment. */
export const viewSellersRefund = (row: RefundRow): SellersRefund => ({
  ...viewRefund(row),
  comment: row.comment,
});

/** The event about a refund: created at first, updated afterwards. */
export const refundEvent = (row: RefundRow): OutboxEvent => {
  const facts = {
    refundId: row.id,
    organizationId: row.organizationId,
    orderId: row.orderId,
    customerId: row.customerId,
    snapshot: JSON.stringify(toWire(Refund, viewRefund(row), 'snake')),
  };
  return row.isAnnounced ? outboxRow(refundUpdated, facts) : outboxRow(refundCreated, facts);
};
