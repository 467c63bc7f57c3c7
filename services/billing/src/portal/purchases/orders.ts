/** Orders as their customers see and change them. */
import { kitErrors } from '@tessera/kit/errors';
import type {
  CustomerOrder,
  CustomerOrderListQuery,
  CustomerOrderUpdate,
} from '@tessera/proto/api/billing/customer-purchase';
import type { Organization } from '@tessera/proto/api/billing/organization';
import { pageReply } from '@tessera/proto/api/page';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { z } from 'zod';
import { getSeller } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { viewProduct } from '../../catalog/products/view.ts';
import { isOf, ownOrganizations } from '../../customer-sessions/own.ts';
import { isAboutProduct, isOneOf } from '../../lists/conditions.ts';
import type { Condition } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { withNextAttempts } from '../../orders/attempts.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { fillOrder, fillOrders, findOrder } from '../../orders/find.ts';
import { findBillingTypeProducts, orderList } from '../../orders/list.ts';
import { updateOrder } from '../../orders/update.ts';
import { type FullOrder, viewOrder } from '../../orders/view.ts';
import { isPayableByHand } from '../../renewals/dunning/by-hand.ts';

/** Returns a page of the customer's orders. */
export const listOwnOrders = async (
  billing: Billing,
  caller: CustomerCaller,
  query: CustomerOrderListQuery,
) => {
  const em = billing.db.manager;
  const organizations = ownOrganizations(caller, query.organizationId);
  const filter = {
    organizations,
    products: await findBillingTypeProducts(billing, organizations, query),
    conditions: [
      isOf(caller),
      ...isOneOf('r.subscription_id', query.subscriptionId),
      ...isAboutProduct({ text: query.query, organizations, own: ['r.invoice_number'] }),
      ...(query.isPayable === undefined ? [] : [isPayable(query.isPayable)]),
    ],
  };
  const [rows, total] = await findPage(em, orderList, { filter, paging: query });
  const organization = viewSeller(await getSeller(billing, caller.organizationId));
  return pageReply(
    viewOrders(await withNextAttempts(billing, await fillOrders(em, rows)), organization),
    total,
    query,
  );
};

/** SQL version of `isPayableByHand`. */
const isPayable =
  (wanted: boolean): Condition =>
  () =>
    `${wanted ? '' : 'NOT '}(r.status = 'pending' AND r.total_amount + r.applied_balance_amount > 0
      AND EXISTS (SELECT FROM subscriptions s WHERE s.id = r.subscription_id AND s.ended_at IS NULL))`;

/** Returns an order as its customer sees it. */
export const getOwnOrder = async (billing: Billing, row: OrderRow): Promise<CustomerOrder> => {
  const organization = viewSeller(await getSeller(billing, row.organizationId));
  const orders = await withNextAttempts(billing, [await fillOrder(billing.db.manager, row)]);
  const [order] = viewOrders(orders, organization);
  if (!order) throw kitErrors.ResourceNotFound();
  return order;
};

/** Changes billing details. Throws once an invoice shows the old ones. */
export const updateOwnOrder = async (
  billing: Billing,
  row: OrderRow,
  body: z.output<typeof CustomerOrderUpdate>,
): Promise<CustomerOrder> => {
  await updateOrder(billing, row, body);
  const changed = await findOrder(billing.db.manager, row);
  return getOwnOrder(billing, changed ?? row);
};

const viewOrders = (orders: FullOrder[], organization: Organization): CustomerOrder[] =>
  orders.map((order) => ({
    ...viewOrder(order),
    product: { ...viewProduct(order.product), organization },
    isPayable: isPayableByHand(order.row, order.subscription),
  }));
