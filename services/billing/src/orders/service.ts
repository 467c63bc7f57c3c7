/** Orders one by one, and correcting their billing details. */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { OrderUpdate } from '@tessera/proto/api/billing/order';
import type { Caller } from '@tessera/proto/api/passport';
import { orderUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import { assertMayWrite, mayRead } from '../access/memberships/service.ts';
import type { Billing } from '../billing.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { emitAll } from '../events.ts';
import { findSubscriptionsByIds } from '../subscriptions/find.ts';
import { OrderEntity, OrderItemEntity, type OrderRow } from './entity.ts';
import { refuseFrozen } from './errors.ts';
import { type FullOrder, orderEvent, viewOrder } from './view.ts';

/** Throws ResourceNotFound for those of other organizations too. */
export const getOrder = async (billing: Billing, caller: Caller, id: string) => {
  const row = await getOrderRow(billing, caller, id);
  return viewOrder(await fillOrder(billing.db.manager, row));
};

const getOrderRow = async (billing: Billing, caller: Caller, id: string): Promise<OrderRow> => {
  const row = await billing.db.manager.findOneBy(OrderEntity, { id });
  if (!row || !(await mayRead(billing, caller, row.organizationId))) throw kitErrors.ResourceNotFound();
  return row;
};

/** New billing name and address. Refused once an invoice shows the old ones. */
export const updateOrder = async (
  billing: Billing,
  caller: Caller,
  { id, body }: { id: string; body: OrderUpdate },
) => {
  const { organizationId } = await getOrderRow(billing, caller, id);
  await assertMayWrite(billing, caller, organizationId);
  return transact(billing.db, async (em) => {
    const row = await em.findOne(OrderEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!row) throw kitErrors.ResourceNotFound();
    if (row.isInvoiceGenerated) throw refuseFrozen();
    const changes = { ...body, modifiedAt: billing.now() };
    await em.update(OrderEntity, { id }, changes);
    const full = await fillOrder(em, { ...row, ...changes });
    await emitAll(em, [orderEvent(orderUpdated, full)]);
    return viewOrder(full);
  });
};

/** Adds what belongs to an order. */
export const fillOrder = async (em: EntityManager, row: OrderRow): Promise<FullOrder> => {
  const [full] = await fillOrders(em, [row]);
  if (!full) throw kitErrors.ResourceNotFound();
  return full;
};

/** Adds what belongs to orders, in a fixed number of queries. */
export const fillOrders = async (em: EntityManager, rows: OrderRow[]): Promise<FullOrder[]> => {
  if (rows.length === 0) return [];
  const items = await em.find(OrderItemEntity, {
    where: { orderId: In(rows.map(({ id }) => id)) },
    order: { position: 'ASC' },
  });
  const customers = await findCustomersByIds(
    em,
    rows.map(({ customerId }) => customerId),
  );
  const products = await findProductsByIds(
    em,
    rows.map(({ productId }) => productId),
  );
  const subscriptions = await findSubscriptionsByIds(
    em,
    rows.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  );
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId);
  return rows.map((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    const product = products.find(({ id }) => id === row.productId);
    if (!customer || !product) throw new Error(`order ${row.id} has lost its customer or product`);
    const subscription = subscriptions.find(({ id }) => id === row.subscriptionId) ?? null;
    return { row, items: itemsOf.get(row.id) ?? [], customer, product, subscription };
  });
};
