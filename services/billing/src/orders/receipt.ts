/** The receipt of an order, once more: for buyers who have lost it, or never had it. */
import { emit, transact } from '@tessera/kit/outbox';
import { receiptRequested } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import type { OrderRow } from './entity.ts';
import { orderErrors } from './errors.ts';
import { wasPaid } from './rules.ts';

/** Has it sent to the customer's address by mail; that follows the event. Throws NotPaidOrder. */
export const requestReceipt = async (billing: Billing, row: OrderRow): Promise<void> => {
  if (!wasPaid(row.status)) throw orderErrors.NotPaidOrder();
  const { id: orderId, organizationId, customerId } = row;
  await transact(billing.db, (em) => emit(em, receiptRequested, { orderId, organizationId, customerId }));
};
