import { readableOrganizations } from '@tessera/kit/access/rules';
import { sql } from '@tessera/kit/database/sql';
import type { Payment, PaymentExportQuery, PaymentListQuery } from '@tessera/proto/api/billing/payment';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import type { Condition, Filter, List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { paymentFacet } from '../../migrations/064-refunds.ts';
import { isForOrders, PaymentEntity, type PaymentRow } from '../entity.ts';
import { showPayments } from './view.ts';

const facet = paymentFacet('r.');

export const paymentList: List<PaymentRow> = {
  entity: PaymentEntity,
  table: 'payments',
  time: 'created_at',
  // All payments are card payments, so sorting by method has no effect.
  sorts: { created_at: 'r.created_at', status: facet, amount: 'r.amount' },
  // Payments of 0 only save a card and are not listed.
  where: 'r.amount > 0',
  facet,
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

/** Payments keep the address they were made with: the customer's orders lead to those from before a change. */
const isFrom = async (
  { db }: Billing,
  organizations: readonly string[],
  typed: readonly string[],
): Promise<Condition> => {
  const emails = typed.map((email) => email.toLowerCase());
  const orders = await sql<{ id: string }>(
    db.manager,
    `SELECT o.id FROM customers c JOIN orders o ON o.customer_id = c.id
     WHERE c.organization_id = ANY($1::uuid[]) AND lower(c.email) = ANY($2::text[]) AND c.deleted_at IS NULL`,
    [organizations, emails],
  );
  return (bind) => {
    const ids = bind(orders.map(({ id }) => id));
    return `(lower(r.customer_email) = ANY(${bind(emails)}::text[]) OR ${isForOrders(`${ids}::uuid[]`)})`;
  };
};
