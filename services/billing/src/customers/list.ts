import { readableOrganizations } from '@tessera/kit/access/rules';
import type { Customer, CustomerExportQuery, CustomerListQuery } from '@tessera/proto/api/billing/customer';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { containsText, hasMetadata } from '../lists/conditions.ts';
import { alphabetical, type Condition, type Filter, type List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { viewCustomer } from './view.ts';

export const customerList: List<CustomerRow> = {
  entity: CustomerEntity,
  table: 'customers',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', email: alphabetical('r.email'), name: alphabetical('r.name') },
  where: 'r.deleted_at IS NULL',
};

/** The filter of a list query. */
export const filterCustomers = async (
  billing: Billing,
  caller: Caller,
  query: CustomerExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  conditions: [...hasEmail(query.email), ...isAbout(query.query), ...hasMetadata(query.metadata)],
});

/** Returns a page of the customers of the caller's organizations. */
export const listCustomers = async (billing: Billing, caller: Caller, query: CustomerListQuery) => {
  const filter = await filterCustomers(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, customerList, { filter, paging: query });
  return pageReply<Customer>(rows.map(viewCustomer), total, query);
};

const hasEmail = (email: string | undefined): Condition[] =>
  email === undefined ? [] : [(bind) => `lower(r.email) = lower(${bind(email)})`];

/** Matches parts of the name or e-mail address, or the whole external id, which uses an index. */
const isAbout = (text: string | undefined): Condition[] =>
  containsText(['r.email', 'r.name'], text).map(
    (inText): Condition =>
      (bind) =>
        `(${inText(bind)} OR r.external_id = ${bind(text)})`,
  );
