/** Reading customers one by one through the API. */

import { readableOrganizations, requireReader } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import type { Customer } from '@tessera/proto/api/billing/customer';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { findCustomerById } from './find.ts';
import { viewCustomer } from './view.ts';

/** How a route names a customer: by our id, or by the seller's own. */
export type CustomerKey = { id: string } | { externalId: string };

export const getCustomer = async (billing: Billing, caller: Caller, key: CustomerKey): Promise<Customer> =>
  viewCustomer(await getReadableCustomer(billing, caller, key));

/** The customer that a caller may see. Throws ResourceNotFound. */
export const getReadableCustomer = async (
  billing: Billing,
  caller: Caller,
  key: CustomerKey,
): Promise<CustomerRow> => {
  if ('externalId' in key) return getByExternalId(billing, caller, key.externalId);
  const customer = await findCustomerById(billing.db.manager, key.id);
  if (!customer) throw kitErrors.ResourceNotFound();
  await requireReader(billing, caller, customer.organizationId);
  return customer;
};

/** The same name may exist in several of a user's organizations: the active one wins, then the oldest. */
const getByExternalId = async (
  billing: Billing,
  caller: Caller,
  externalId: string,
): Promise<CustomerRow> => {
  const organizations = await readableOrganizations(billing, caller);
  if (organizations.length === 0) throw kitErrors.ResourceNotFound();
  const found = await billing.db.manager
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId IN (:...organizations)', { organizations })
    .andWhere('customer.externalId = :externalId AND customer.deletedAt IS NULL', { externalId })
    .orderBy('customer.id')
    .getMany();
  const active = caller.kind === 'user' ? caller.activeOrganizationId : null;
  const customer = found.find(({ organizationId }) => organizationId === active) ?? found[0];
  if (!customer) throw kitErrors.ResourceNotFound();
  return customer;
};
