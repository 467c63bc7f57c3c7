/** Reads of subscriptions for other folders. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRows, findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import type { CustomerStateSubscription } from '@tessera/proto/api/billing/customer';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { findDiscountsByIds } from '../catalog/discounts/find.ts';
import { findPricesByIds, findProductsByIds } from '../catalog/products/find.ts';
import type { FullPrice, FullProduct } from '../catalog/products/view.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { findSubscriptionMeters } from './meters.ts';
import { activeStatuses, billableStatuses } from './rules.ts';
import { type FullSubscription, viewStateSubscription } from './view.ts';

/** Returns subscriptions by id, unordered. */
export const findSubscriptionsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<SubscriptionRow[]> => findRowsByIds(em, SubscriptionEntity, ids);

/** Returns a subscription's own row, or null. */
export const findSubscription = async (
  em: EntityManager,
  { id }: { id: string },
): Promise<SubscriptionRow | null> => (await readSubscriptions(em, [id])).get(id) ?? null;

const readSubscriptions = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, SubscriptionEntity, ids)).map((row) => [row.id, row])),
);

/** Returns an active free subscription, which a paid one can replace at a checkout; or null. */
export const findUpgradable = (
  em: EntityManager,
  key: { id: string; organizationId: string },
): Promise<SubscriptionRow | null> =>
  em
    .createQueryBuilder(SubscriptionEntity, 'subscription')
    .where('subscription.id = :id AND subscription.organizationId = :organizationId', key)
    .andWhere('subscription.status IN (:...activeStatuses)', { activeStatuses })
    .andWhere(
      `NOT EXISTS (SELECT 1 FROM product_prices price
         WHERE price.id = ANY(subscription.price_ids) AND price.amount_type <> 'free')`,
    )
    .getOne();

/**
 * Whether a customer, by id or else by e-mail address, has a billable subscription. Past-due ones count: they may
 * still be paid, and then there would be two.
 */
export const hasBillableSubscription = async (
  em: EntityManager,
  who: { organizationId: string; customerId: string | null; email: string | null },
): Promise<boolean> => {
  // Two statements instead of one with both conditions: each uses an index.
  const isBillable = 'subscription.organization_id = $1 AND subscription.status = ANY($2)';
  const found = await (who.customerId === null
    ? sql(
        em,
        `SELECT 1 FROM customers customer JOIN subscriptions subscription ON subscription.customer_id = customer.id
         WHERE customer.organization_id = $1 AND lower(customer.email) = lower($3) AND customer.deleted_at IS NULL
           AND ${isBillable} LIMIT 1`,
        [who.organizationId, billableStatuses, who.email],
      )
    : sql(
        em,
        `SELECT 1 FROM subscriptions subscription WHERE subscription.customer_id = $3 AND ${isBillable} LIMIT 1`,
        [who.organizationId, billableStatuses, who.customerId],
      ));
  return found.length > 0;
};

/** Returns those of the customers who have a billable subscription. */
export const findSubscribers = async (
  em: EntityManager,
  customerIds: readonly string[],
): Promise<Set<string>> => {
  if (customerIds.length === 0) return new Set();
  const rows = await sql<{ id: string }>(
    em,
    `SELECT DISTINCT customer_id AS id FROM subscriptions
     WHERE customer_id = ANY(ARRAY(SELECT unnest($1::uuid[]))) AND status = ANY($2)`,
    [customerIds, billableStatuses],
  );
  return new Set(rows.map(({ id }) => id));
};

/**
 * Whether the customer of a subscription has an earlier one that is active and not set to end; `productId`: of that
 * product. Ordered by creation, so that of two subscriptions only the later one ends.
 */
export const hasEarlierSubscription = async (
  em: EntityManager,
  { customerId, id, createdAt }: Pick<SubscriptionRow, 'customerId' | 'id' | 'createdAt'>,
  productId: string | null = null,
): Promise<boolean> => {
  const found = await sql(
    em,
    `SELECT 1 FROM subscriptions WHERE customer_id = $1 AND (created_at, id) < ($2, $3::uuid) AND status = ANY($4)
       AND NOT cancel_at_period_end AND ($5::uuid IS NULL OR product_id = $5) LIMIT 1`,
    [customerId, createdAt, id, activeStatuses, productId],
  );
  return found.length > 0;
};

/** Returns active subscriptions for customer states, oldest first, by customer. */
export const findActiveSubscriptions = async (
  em: EntityManager,
  customerIds: readonly string[],
): Promise<Map<string, CustomerStateSubscription[]>> => {
  if (customerIds.length === 0) return new Map();
  const rows = await findRows(
    em,
    SubscriptionEntity,
    'WHERE r.customer_id = ANY($1::uuid[]) AND r.status = ANY($2) ORDER BY r.created_at, r.id',
    [customerIds, activeStatuses],
  );
  const meters = await findMetersOf(em, rows);
  const byCustomer = Map.groupBy(rows, (row) => row.customerId);
  return new Map(
    [...byCustomer].map(([id, list]) => [
      id,
      list.map((row) => viewStateSubscription(row, meters.get(row.id) ?? [])),
    ]),
  );
};

/** Returns a customer's oldest active subscription, or null. */
export const findFirstActiveSubscription = (
  em: EntityManager,
  customerId: string,
): Promise<SubscriptionRow | null> =>
  em.findOne(SubscriptionEntity, {
    where: { customerId, status: In([...activeStatuses]) },
    order: { createdAt: 'ASC', id: 'ASC' },
  });

/** Returns a batch of a product's active subscriptions, by id after `after`. */
export const findActiveSubscriptionsOfProduct = (
  em: EntityManager,
  { productId, after, limit }: { productId: string; after: string; limit: number },
): Promise<{ id: string; customerId: string }[]> =>
  em.find(SubscriptionEntity, {
    select: { id: true, customerId: true },
    where: { productId, id: MoreThan(after), status: In([...activeStatuses]) },
    order: { id: 'ASC' },
    take: limit,
  });

/** Loads what belongs to subscriptions, in a fixed number of queries. */
export const fillSubscriptions = async (
  em: EntityManager,
  rows: SubscriptionRow[],
): Promise<FullSubscription[]> => {
  const [customers, products, discounts] = await Promise.all([
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
  const prices = await findAgreedPrices(em, rows, products);
  const metered = new Set(prices.flatMap(({ id, meterId }) => (meterId ? [id] : [])));
  const meters = await findMetersOf(
    em,
    rows.filter(({ priceIds }) => priceIds.some((id) => metered.has(id))),
  );
  return rows.map((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    const product = products.find(({ id }) => id === row.productId);
    if (!customer || !product) throw new Error(`subscription ${row.id} has lost its customer or product`);
    const agreed = row.priceIds.flatMap((priceId) => prices.find(({ id }) => id === priceId) ?? []);
    const discount = discounts.find(({ id }) => id === row.discountId) ?? null;
    return { row, customer, product, prices: agreed, discount, meters: meters.get(row.id) ?? [] };
  });
};

/** Most subscriptions have prices that their products still have, so only the others are loaded. */
const findAgreedPrices = async (
  em: EntityManager,
  rows: readonly SubscriptionRow[],
  products: readonly FullProduct[],
): Promise<FullPrice[]> => {
  const present = products.flatMap((product) => product.prices);
  const known = new Set(present.map(({ id }) => id));
  const former = rows.flatMap(({ priceIds }) => priceIds.filter((id) => !known.has(id)));
  return [...present, ...(await findPricesByIds(em, former))];
};

const findMetersOf = async (em: EntityManager, rows: readonly SubscriptionRow[]) =>
  Map.groupBy(
    await findSubscriptionMeters(
      em,
      rows.map(({ id }) => id),
    ),
    ({ subscriptionId }) => subscriptionId,
  );
