import { readableOrganizations } from '@tessera/kit/access/rules';
import { sql } from '@tessera/kit/database/sql';
import type { Payment, PaymentExportQuery, PaymentListQuery } from '@tessera/proto/api/billing/payment';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import type { Condition, Filter, List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { paymentFacet } from '../../migrations/064-refunds.ts';
import { isForOrders, isMeantFor, PaymentEntity, type PaymentRow } from '../entity.ts';
import { showPayments } from './view.ts';

const facet = paymentFacet('r.');

export const paymentList: List<PaymentRow> = {
  entity: PaymentEntity,
  table: 'payments',
  time: 'created_at',
  // All payments are card payments: sorted by method they are in the order of time.
  sorts: { created_at: 'r.created_at', status: facet, amount: 'r.amount', method: 'r.created_at' },
  // Payments of 0 only save a card and are not listed.
  where: 'r.amount > 0',
  facet,
  groups: { status: 'facet' },
};

/** Builds the filter of a caller's query over payments. */
export const filterPayments = async (
  billing: Billing,
  caller: Caller,
  query: PaymentExportQuery,
): Promise<Filter> => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  return {
    organizations,
    facets: query.status,
    conditions: [
      ...(query.checkoutId ? [isForCheckout(query.checkoutId)] : []),
      ...(query.orderId ? [isForOrder(query.orderId)] : []),
      ...(query.customerEmail ? [await isFrom(billing, organizations, query.customerEmail)] : []),
      ...(query.method && !query.method.includes('card') ? [() => 'false'] : []),
    ],
  };
};

/** Returns a page of the payments of the caller's organizations. */
export const listPayments = async (billing: Billing, caller: Caller, query: PaymentListQuery) => {
  const filter = await filterPayments(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, paymentList, { filter, paging: query });
  return pageReply<Payment>(await showPayments(billing.db.manager, rows), total, query);
};

const isForCheckout =
  (ids: readonly string[]): Condition =>
  (bind) =>
    `r.purpose_kind = 'checkout' AND r.purpose_id = ANY(${bind(ids)}::uuid[])`;

const isForOrder =
  (ids: readonly string[]): Condition =>
  (bind) =>
    isForOrders(`${bind(ids)}::uuid[]`);

/**
 * Payments keep the address they were made with: those from before a change are found by the customer's orders. Their
 * ids are read first, as a join in the list's query would keep it from reading a page by its index. The planner ignores
 * the statistics of the customers' partial index and takes 200 addresses for all there are. With a limit it would read
 * the table until it meets one of many; so the limit follows (an address is unique in an organization), which tells
 * it not to join thousands to all orders.
 */
const isFrom = async (
  { db }: Billing,
  organizations: readonly string[],
  typed: readonly string[],
): Promise<Condition> => {
  const emails = typed.map((email) => email.toLowerCase());
  const earlier = await sql<{ id: string }>(
    db.manager,
    `WITH found AS MATERIALIZED (
       SELECT id, lower(email) AS email FROM customers
       WHERE organization_id = ANY($1::uuid[]) AND lower(email) = ANY($2::text[]) AND deleted_at IS NULL),
     few AS (SELECT id, email FROM found LIMIT ${organizations.length * emails.length}),
     own AS MATERIALIZED (SELECT o.id, few.email FROM few JOIN orders o ON o.customer_id = few.id)
     SELECT r.id FROM own JOIN payments r ON r.order_id = own.id WHERE lower(r.customer_email) IS DISTINCT FROM own.email
     UNION SELECT r.id FROM own JOIN payments r ON ${isMeantFor('own.id')} WHERE lower(r.customer_email) IS DISTINCT FROM own.email`,
    [organizations, emails],
  );
  return (bind) => {
    const isOfAddress = `lower(r.customer_email) = ANY(${bind(emails)}::text[])`;
    if (earlier.length === 0) return isOfAddress;
    return `(${isOfAddress} OR r.id = ANY(${bind(earlier.map(({ id }) => id))}::uuid[]))`;
  };
};
