/** A sample customer. */
import type { Customer } from '@tessera/proto/api/billing/customer';
import { ids } from './ids.ts';

export const address = {
  line1: '12 St James Square',
  line2: null,
  postalCode: 'SW1Y 4LE',
  city: 'London',
  state: null,
  country: 'GB',
};

export const customer = (now: Date): Customer => ({
  id: ids.customer,
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  externalId: 'sample',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada Lovelace',
  billingAddress: address,
  taxId: null,
  organizationId: ids.organization,
  deletedAt: null,
  avatarUrl: 'https://example.com/ada.png',
});
