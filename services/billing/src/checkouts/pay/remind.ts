/** Mails earlier purchases to the owner of an e-mail address, revealing nothing to the caller. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { purchasesRequested } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { findCustomerByEmail } from '../../customers/find.ts';
import { getClientRow } from '../read.ts';

/**
 * Requests a mail with links to the purchases of an e-mail address from the checkout's seller. Behaves the same for
 * an unknown address, except that no mail is sent. Throws ResourceNotFound, ExpiredCheckoutError.
 */
export const requestPurchases = async (
  billing: Billing,
  clientSecret: string,
  email: string,
): Promise<void> => {
  const { id: checkoutId, organizationId } = await getClientRow(billing, { clientSecret });
  await transact(billing.db, async (em) => {
    const customer = await findCustomerByEmail(em, { organizationId, email });
    await emit(em, purchasesRequested, { checkoutId, organizationId, customerId: customer?.id ?? '' });
  });
};
