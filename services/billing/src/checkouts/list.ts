import { readableOrganizations } from '@tessera/kit/access/rules';
import type { Checkout, CheckoutExportQuery, CheckoutListQuery } from '@tessera/proto/api/billing/checkout';
import { CheckoutStatus } from '@tessera/proto/api/billing/enums';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { containsText, isOneOf, isWithin } from '../lists/conditions.ts';
import type { Condition, Filter, List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { CheckoutEntity, type CheckoutRow, expireOverdue, hasOverdue } from './entity.ts';
import { asOf } from './read.ts';
import { loadCheckoutContext, viewCheckout } from './view.ts';

export const checkoutList: List<CheckoutRow> = {
  entity: CheckoutEntity,
  table: 'checkouts',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', expires_at: 'r.expires_at', status: 'r.status' },
  facet: 'r.status',
  facets: CheckoutStatus.options,
  groups: { status: 'facet' },
};

/** Returns a page of the checkouts of the caller's organizations. */
export const listCheckouts = async (billing: Billing, caller: Caller, query: CheckoutListQuery) => {
  const filter = await filterCheckouts(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, checkoutList, { filter, paging: query });
  return pageReply(await viewCheckouts(billing, rows), total, query);
};

export const viewCheckouts = async (billing: Billing, rows: CheckoutRow[]): Promise<Checkout[]> => {
  const now = billing.now();
  const context = await loadCheckoutContext(billing, billing.db.manager, rows);
  return rows.map((row) => viewCheckout(asOf(row, now), context));
};

/** The filter of a list query. */
export const filterCheckouts = async (
  billing: Billing,
  caller: Caller,
  query: CheckoutExportQuery,
): Promise<Filter> => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const now = billing.now();
  const isStale = await isStaleFor(billing.db.manager, query.status, { organizations, now });
  return {
    organizations,
    products: query.productId,
    facets: isStale ? undefined : query.status,
    conditions: [
      ...(isStale ? hasStatus(query.status ?? [], now) : []),
      ...isOneOf('r.customer_id', query.customerId),
      ...isWithin('r.created_at', 'timestamptz', { from: query.createdAfter, before: query.createdBefore }),
      ...containsText(['r.customer_email', 'r.customer_name'], query.query),
    ],
  };
};

/**
 * Whether a filter distinguishes open from expired while open checkouts are overdue. Expires them first, so that this
 * remains true only for rows that are locked, or for more rows than one batch.
 */
const isStaleFor = async (
  em: EntityManager,
  statuses: readonly string[] | undefined,
  { organizations, now }: { organizations: readonly string[]; now: Date },
): Promise<boolean> => {
  if (!statuses || statuses.includes('open') === statuses.includes('expired')) return false;
  if (!(await hasOverdue(em, organizations, now))) return false;
  await expireOverdue(em, now);
  return hasOverdue(em, organizations, now);
};

/** Treats overdue open rows as expired. No index supports this condition. */
const hasStatus = (statuses: readonly string[], now: Date): Condition[] => [
  (bind) =>
    `(CASE WHEN r.status = 'open' AND r.expires_at <= ${bind(now)} THEN 'expired' ELSE r.status END)
       = ANY(${bind(statuses)}::text[])`,
];
