import { readableOrganizations } from '@tessera/kit/access';
import type { CheckoutListQuery } from '@tessera/proto/api/billing/checkout';
import { CheckoutStatus } from '@tessera/proto/api/billing/enums';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { containsText, isOneOf } from '../lists/conditions.ts';
import type { Condition, List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { CheckoutEntity, type CheckoutRow, expireOverdue, hasOverdue } from './entity.ts';
import { asOf } from './read.ts';
import { loadCheckoutContext, viewCheckout } from './view.ts';

const list: List<CheckoutRow> = {
  entity: CheckoutEntity,
  table: 'checkouts',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', expires_at: 'r.expires_at', status: 'r.status' },
  facet: 'r.status',
  facets: CheckoutStatus.options,
};

/** A page of the checkouts of the caller's organizations. */
export const listCheckouts = async (billing: Billing, caller: Caller, query: CheckoutListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const now = billing.now();
  const em = billing.db.manager;
  const isStale = await isStaleFor(em, query.status, { organizations, now });
  const filter = {
    organizations,
    products: query.productId && [...new Set(query.productId)],
    facets: isStale ? undefined : query.status,
    conditions: [
      ...(isStale ? hasStatus(query.status ?? [], now) : []),
      ...isOneOf('r.customer_id', query.customerId),
      ...containsText(['r.customer_email', 'r.customer_name'], query.query),
    ],
  };
  const [rows, total] = await findPage(em, list, { filter, paging: query });
  const context = await loadCheckoutContext(billing, em, rows);
  return pageReply(
    rows.map((row) => viewCheckout(asOf(row, now), context)),
    total,
    query,
  );
};

/**
 * Whether a filter tells open from expired while something is open and overdue. The sweeper's work is done first, so
 * that this is so only for what someone holds at this moment, or for more than the sweeper does at once.
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

/** Until the sweeper has been there, what is open and overdue counts as expired, and is in no index as such. */
const hasStatus = (statuses: readonly string[], now: Date): Condition[] => [
  (bind) =>
    `(CASE WHEN r.status = 'open' AND r.expires_at <= ${bind(now)} THEN 'expired' ELSE r.status END)
       = ANY(${bind(statuses)}::text[])`,
];
