import { createHash } from 'node:crypto';
import type { Customer } from '@tessera/proto/api/billing/customer';
import type { CustomerRow } from './entity.ts';

/** A customer as returned by the API. */
export const viewCustomer = ({ billingName: _billingName, ...customer }: CustomerRow): Customer => ({
  ...customer,
  avatarUrl: avatarUrlOf(customer.email),
});

const avatarUrlOf = (email: string): string => {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${hash}?d=blank`;
};
