/** A buyer who may have bought before: the owner of the address is written to, whoever asks learns nothing. */
import { emit, transact } from '@tessera/kit/outbox';
import { purchasesRequested } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { findCustomerByEmail } from '../../customers/find.ts';
import { getClientRow } from '../read.ts';

/**
 * Asks for a mail with the links to what an address has bought from the seller of a checkout. The same happens for an
 * unknown address, up to the mail itself. Throws ResourceNotFound and ExpiredCheckoutError.
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
