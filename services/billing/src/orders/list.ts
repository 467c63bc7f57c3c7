import { readableOrganizations } from '@tessera/kit/access/rules';
import type { OrderExportQuery, OrderListQuery } from '@tessera/proto/api/billing/order';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { findProductIds } from '../catalog/products/find.ts';
import { hasMetadata, isAbout, isOneOf, isOneOfTexts, isWithin } from '../lists/conditions.ts';
import { alphabetical, type Condition, customerAsShown, type Filter, type List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { withNextAttempts } from './attempts.ts';
import { OrderEntity, type OrderRow } from './entity.ts';
import { fillOrders } from './find.ts';
import { viewSold } from './read.ts';
import { type OrderState, orderMoves, statesOnWire } from './rules.ts';

export const orderList: List<OrderRow> = {
  entity: OrderEntity,
  table: 'orders',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    amount: 'r.net_amount',
    net_amount: 'r.net_amount',
    customer: customerAsShown,
    product: alphabetical('product.name'),
    discount: alphabetical('discount.name'),
    subscription: 'r.subscription_id',
  },
  groups: { product: 'product' },
};

const orderStates = Object.keys(orderMoves) as OrderState[];

/** The filter of a caller's query. */
export const filterOrders = async (
  billing: Billing,
  caller: Caller,
  query: OrderExportQuery,
): Promise<Filter> => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const states = hasState(query.status?.flatMap(statesOnWire));
  return {
    organizations,
    without: states.without,
    products: await findBillingTypeProducts(billing, organizations, query),
    conditions: [
      ...isOneOf('r.customer_id', query.customerId),
      ...isOneOf('r.checkout_id', query.checkoutId),
      ...isOneOf('r.subscription_id', query.subscriptionId),
      ...isOneOf('r.discount_id', query.discountId),
      ...(states.conditions ?? []),
      ...isWithin('r.created_at', 'timestamptz', { from: query.createdAfter, before: query.createdBefore }),
      ...isWithin('r.total_amount', 'integer', { from: query.minAmount, to: query.maxAmount }),
      ...isAbout({ table: 'orders', text: query.query, organizations, own: ['r.invoice_number'] }),
      ...hasMetadata(query.metadata),
    ],
  };
};

/**
 * Orders in one of the states. Nearly all orders are paid: the others have an index (migration 187), by which they are
 * found, and paid ones are counted.
 */
const hasState = (
  states: readonly OrderState[] | undefined,
): { without?: string; conditions?: Condition[] } => {
  if (!states) return {};
  const isOther = "r.status <> 'paid'";
  if (!states.includes('paid')) return { conditions: [() => isOther, ...isOneOfTexts('r.status', states)] };
  const others = orderStates.filter((state) => !states.includes(state));
  // Safe to insert: constants of this code.
  return others.length > 0 ? { without: `${isOther} AND r.status IN ('${others.join("', '")}')` } : {};
};

/** Returns a page of the orders of the caller's organizations. */
export const listOrders = async (billing: Billing, caller: Caller, query: OrderListQuery) => {
  const em = billing.db.manager;
  const filter = await filterOrders(billing, caller, query);
  const [rows, total] = await findPage(em, orderList, { filter, paging: query });
  const orders = await withNextAttempts(billing, await fillOrders(em, rows));
  return pageReply(await viewSold(em, orders), total, query);
};

/** The billing type is a property of products: filters by products of that type. Undefined: no filter. */
export const findBillingTypeProducts = async (
  { db }: Billing,
  organizations: readonly string[],
  { productId, productBillingType }: Pick<OrderExportQuery, 'productId' | 'productBillingType'>,
): Promise<readonly string[] | undefined> => {
  if (productBillingType?.length !== 1) return productId;
  const isRecurring = productBillingType.includes('recurring');
  const fitting = await findProductIds(db.manager, organizations, { isRecurring });
  return productId ? productId.filter((id) => fitting.includes(id)) : fitting;
};
