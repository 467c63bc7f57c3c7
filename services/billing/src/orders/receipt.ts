/** Resends receipts, for buyers who have lost them. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import { receiptRequested } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { findCustomersByIds } from '../customers/find.ts';
import type { OrderRow } from './entity.ts';
import { orderErrors } from './errors.ts';
import { wasPaid } from './rules.ts';

/** Requests the mail to the customer by an event. Throws NotPaidOrder, ErasedCustomer. */
export const requestReceipt = async (billing: Billing, row: OrderRow): Promise<void> => {
  if (!wasPaid(row.status)) throw orderErrors.NotPaidOrder();
  const { id: orderId, organizationId, customerId } = row;
  const [customer] = await findCustomersByIds(billing.db.manager, [customerId]);
  if (!customer || isErasedAddress(customer.email)) throw orderErrors.ErasedCustomer();
  await transact(billing.db, (em) => emit(em, receiptRequested, { orderId, organizationId, customerId }));
};
