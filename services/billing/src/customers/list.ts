import { pageRows, sortBy } from '@tessera/kit/page';
import type { Customer, CustomerListQuery } from '@tessera/proto/api/billing/customer';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { whereMetadata, whereText } from '../filters.ts';
import { readableOrganizations } from '../memberships/service.ts';
import { CustomerEntity } from './entity.ts';
import { viewCustomer } from './view.ts';

const sortColumns = { created_at: 'customer.createdAt', email: 'customer.email', name: 'customer.name' };

/** A page of the customers of the caller's organizations. */
export const listCustomers = async (billing: Billing, caller: Caller, filter: CustomerListQuery) => {
  const organizations = await readableOrganizations(billing, caller, filter.organizationId);
  if (organizations.length === 0) return pageReply<Customer>([], 0, filter);
  const query = billing.db.manager
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId IN (:...organizations)', { organizations })
    .andWhere('customer.deletedAt IS NULL');
  if (filter.email) query.andWhere('lower(customer.email) = lower(:email)', { email: filter.email });
  whereMetadata(whereText(query, ['customer.email', 'customer.name'], filter.query), filter.metadata);
  const [rows, total] = await pageRows(sortBy(query, filter.sorting, sortColumns), filter);
  return pageReply(rows.map(viewCustomer), total, filter);
};
