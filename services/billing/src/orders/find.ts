/** Finds, locks and completes orders. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRows, findRowsByIds } from '@tessera/kit/database/rows';
import { changeRowAtCommit } from '@tessera/kit/database/rows-at-commit';
import { kitErrors } from '@tessera/kit/errors';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import { findDiscountsByIds } from '../catalog/discounts/find.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import { findCustomersByIds } from '../customers/find.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { findSubscriptionsByIds } from '../subscriptions/find.ts';
import { findNextAttempts } from './attempts.ts';
import { OrderEntity, OrderItemEntity, type OrderRow } from './entity.ts';
import type { FullOrder } from './view.ts';

/** Returns paid, not fully refunded orders of a one-time product, ordered by id, from the one after `after`. */
export const findPaidOrdersOfProduct = (
  em: EntityManager,
  { productId, after, limit }: { productId: string; after: string; limit: number },
): Promise<{ id: string; customerId: string }[]> =>
  em.find(OrderEntity, {
    select: { id: true, customerId: true },
    where: {
      productId,
      id: MoreThan(after),
      subscriptionId: IsNull(),
      status: In(['paid', 'partially_refunded']),
    },
    order: { id: 'ASC' },
    take: limit,
  });

/** Returns an order's row, or null. */
export const findOrder = async (em: EntityManager, { id }: { id: string }): Promise<OrderRow | null> =>
  (await readOrders(em, [id])).get(id) ?? null;

const readOrders = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, OrderEntity, ids)).map((row) => [row.id, row])),
);

/** Returns an order's row, locked. Throws if it does not exist. */
export const lockOrder = async (em: EntityManager, id: string): Promise<OrderRow> => {
  const [row] = await findRows(em, OrderEntity, 'WHERE r.id = $1 FOR UPDATE', [id]);
  if (!row) throw new Error(`order ${id} is gone`);
  return row;
};

/** Like `lockOrder`, for several, by id; those that do not exist are left out. */
export const lockOrders = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, OrderRow>> => {
  const tail = 'WHERE r.id = ANY(ARRAY(SELECT unnest($1::uuid[]))) ORDER BY r.id FOR UPDATE';
  const rows = await findRows(em, OrderEntity, tail, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Writes the refunded amounts of an order, at the end of the transaction; the row must be locked. */
export const changeOrder = async (
  em: EntityManager,
  id: string,
  changes: Pick<OrderRow, 'status' | 'refundedAmount' | 'refundedTaxAmount' | 'modifiedAt'>,
): Promise<void> => {
  await changeRowAtCommit(em, OrderEntity, { id, changes });
};

/** Marks the invoice as generated, after which billing details cannot be changed. The order must be locked. */
export const markInvoiceGenerated = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await em.update(OrderEntity, { id }, { isInvoiceGenerated: true, modifiedAt: now });
};

/** Returns the order of a checkout, or null. */
export const findOrderOfCheckout = (em: EntityManager, checkoutId: string): Promise<OrderRow | null> =>
  em.findOneBy(OrderEntity, { checkoutId });

/** Whether the subscription has no order other than this one. */
export const isOnlyOrder = async (em: EntityManager, { id, subscriptionId }: OrderRow): Promise<boolean> =>
  !(await em.existsBy(OrderEntity, { subscriptionId: subscriptionId ?? IsNull(), id: Not(id) }));

/** The latest order of a subscription, also of one that is still unpaid. */
export const findLatestOrder = (em: EntityManager, subscriptionId: string): Promise<OrderRow | null> =>
  em.findOne(OrderEntity, { where: { subscriptionId }, order: { createdAt: 'DESC', id: 'DESC' } });

/** Returns paid orders of a customer that came from checkouts, newest first. */
export const findPurchases = async (
  em: EntityManager,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<{ productId: string; checkoutId: string }[]> => {
  const orders = await em.find(OrderEntity, {
    select: { productId: true, checkoutId: true },
    where: { customerId, checkoutId: Not(IsNull()), status: In(['paid', 'partially_refunded']) },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: limit,
  });
  return orders.flatMap(({ productId, checkoutId }) => (checkoutId ? [{ productId, checkoutId }] : []));
};

/** Whether the customer has any orders. */
export const hasOrders = (em: EntityManager, customerId: string): Promise<boolean> =>
  em.existsBy(OrderEntity, { customerId });

/** Adds the items, customer, product, discount and subscription of an order. `known`: subscriptions already read. */
export const fillOrder = async (
  em: EntityManager,
  row: OrderRow,
  known: readonly SubscriptionRow[] = [],
): Promise<FullOrder> => {
  const [full] = await fillOrders(em, [row], known);
  if (!full) throw kitErrors.ResourceNotFound();
  return full;
};

/** The relations of an order except its subscription. */
export type OrderParts = Omit<FullOrder, 'row' | 'subscription' | 'nextAttemptAt'>;

/**
 * Reads the relations of an order before the transaction that changes it, so that the statements are batched with
 * those of other requests. `known`: the order's row, if already read.
 */
export const findOrderParts = async (
  em: EntityManager,
  id: string,
  known?: OrderRow,
): Promise<OrderParts | undefined> => {
  const row = known ?? (await findOrder(em, { id }));
  return row ? (await readParts(em, [row]))[0] : undefined;
};

/** Adds the relations of orders, in a fixed number of queries. `known`: subscriptions already read. */
export const fillOrders = async (
  em: EntityManager,
  rows: OrderRow[],
  known: readonly SubscriptionRow[] = [],
): Promise<FullOrder[]> => {
  if (rows.length === 0) return [];
  const isKnown = new Set(known.map(({ id }) => id));
  const [parts, attempts, others] = await Promise.all([
    readParts(em, rows),
    findNextAttempts(em, rows),
    findSubscriptionsByIds(
      em,
      rows.flatMap(({ subscriptionId: id }) => (id === null || isKnown.has(id) ? [] : [id])),
    ),
  ]);
  const subscriptions = [...known, ...others];
  return parts.map((part, index) => {
    const row = rows[index] as OrderRow;
    const subscription = subscriptions.find(({ id }) => id === row.subscriptionId) ?? null;
    return { row, ...part, subscription, nextAttemptAt: attemptOf(subscription, attempts.get(row.id)) };
  });
};

const readItems = readByIds(async (em, orderIds) =>
  Map.groupBy(
    await findRows(em, OrderItemEntity, 'WHERE r.order_id = ANY($1::uuid[]) ORDER BY r.position', [orderIds]),
    ({ orderId }) => orderId,
  ),
);

/** A canceled subscription may end before the next attempt, which will then not be made. */
const attemptOf = (subscription: SubscriptionRow | null, next: Date | undefined): Date | undefined =>
  next && subscription?.endsAt && next >= subscription.endsAt ? undefined : next;

/** Returns the relations in the order of the rows. */
const readParts = async (em: EntityManager, rows: readonly OrderRow[]): Promise<OrderParts[]> => {
  const [items, customers, products, discounts] = await Promise.all([
    readItems(
      em,
      rows.map(({ id }) => id),
    ),
    findCustomersByIds(
      em,
      rows.map(({ customerId }) => customerId),
    ),
    findProductsByIds(
      em,
      rows.map(({ productId }) => productId),
    ),
    findDiscountsByIds(
      em,
      rows.flatMap(({ discountId }) => discountId ?? []),
    ),
  ]);
  return rows.map((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    const product = products.find(({ id }) => id === row.productId);
    if (!customer || !product) throw new Error(`order ${row.id} has lost its customer or product`);
    const discount = discounts.find(({ id }) => id === row.discountId) ?? null;
    return { items: items.get(row.id) ?? [], customer, product, discount };
  });
};
