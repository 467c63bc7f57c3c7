import type { CustomerPortalCustomer } from '@tessera/proto/api/billing/customer-portal';
import type { CustomerRow } from '../../customers/entity.ts';

/** A customer as they see themselves: without what is the seller's own. */
export const viewOwnCustomer = (customer: CustomerRow): CustomerPortalCustomer => {
  const { id, createdAt, modifiedAt, email, emailVerified, name, billingAddress, taxId } = customer;
  return { id, createdAt, modifiedAt, email, emailVerified, name, billingAddress, taxId, oauthAccounts: {} };
};
