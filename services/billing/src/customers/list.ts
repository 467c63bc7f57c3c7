import { readableOrganizations } from '@tessera/kit/access';
import type { Customer, CustomerListQuery } from '@tessera/proto/api/billing/customer';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { containsText, hasMetadata } from '../lists/conditions.ts';
import type { Condition, List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { viewCustomer } from './view.ts';

const list: List<CustomerRow> = {
  entity: CustomerEntity,
  table: 'customers',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', email: 'r.email', name: 'r.name' },
  where: 'r.deleted_at IS NULL',
};

/** A page of the customers of the caller's organizations. */
export const listCustomers = async (billing: Billing, caller: Caller, query: CustomerListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const conditions = [
    ...hasEmail(query.email),
    ...containsText(['r.email', 'r.name'], query.query),
    ...hasMetadata(query.metadata),
  ];
  const filter = { organizations, conditions };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply<Customer>(rows.map(viewCustomer), total, query);
};

const hasEmail = (email: string | undefined): Condition[] =>
  email ? [(bind) => `lower(r.email) = lower(${bind(email)})`] : [];
