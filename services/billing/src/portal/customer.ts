/** A customer as they see themselves. */
import { kitErrors } from '@tessera/kit/errors';
import type { CustomerPortalCustomer } from '@tessera/proto/api/billing/customer-portal';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { findCustomerById } from '../customers/find.ts';

/**
 * The customer of a session. Throws NotPermitted for the session of a checkout where the buyer typed the address: it may
 * be anybody's.
 */
export const getOwnCustomer = async (
  { db }: Billing,
  { scope }: CustomerCaller,
): Promise<CustomerPortalCustomer> => {
  if (!('customerId' in scope)) throw kitErrors.NotPermitted('This session shows its own purchase only.');
  const customer = await findCustomerById(db.manager, scope.customerId);
  if (!customer) throw kitErrors.ResourceNotFound();
  const { id, createdAt, modifiedAt, email, emailVerified, name, billingAddress, taxId } = customer;
  return { id, createdAt, modifiedAt, email, emailVerified, name, billingAddress, taxId, oauthAccounts: {} };
};
