import type { CustomerPortalCustomer } from '@tessera/proto/api/billing/customer-portal';
import type { CustomerRow } from '../../customers/entity.ts';
import type { AccountRow } from '../../entitlements/accounts/entity.ts';

/** A customer as they see themselves: without the seller's own data. */
export const viewOwnCustomer = (
  customer: CustomerRow,
  accounts: readonly AccountRow[],
): CustomerPortalCustomer => {
  const { id, createdAt, modifiedAt, email, emailVerified, name, billingAddress, taxId } = customer;
  return {
    id,
    createdAt,
    modifiedAt,
    email,
    emailVerified,
    name,
    billingAddress,
    taxId,
    oauthAccounts: viewAccounts(accounts),
  };
};

/** Keyed by platform and account: a customer may have several. */
const viewAccounts = (accounts: readonly AccountRow[]): CustomerPortalCustomer['oauthAccounts'] =>
  Object.fromEntries(
    accounts.map(({ platform, accountId, username }) => [
      `${platform}:${accountId}`,
      { accountId, accountUsername: username },
    ]),
  );
