/** Inserts many subscribers with one statement instead of buying one by one. */
import type { DataSource } from 'typeorm';
import type { FullProduct } from '../src/catalog/products/view.ts';

/** Inserts `count` customers, each with an active subscription to a monthly product and grants of its benefits. */
export const addHolders = async (
  db: DataSource,
  product: FullProduct,
  count: number,
  { withGrants = true }: { withGrants?: boolean } = {},
): Promise<void> => {
  await db.query(
    `WITH people AS (
       INSERT INTO customers (id, created_at, organization_id, email, metadata)
       SELECT gen_random_uuid(), now(), $1, 'holder-' || gen_random_uuid() || '@example.com', '{}'
       FROM generate_series(1, $4) RETURNING id
     ), subscribed AS (
       INSERT INTO subscriptions (id, created_at, organization_id, status, customer_id, product_id, price_ids, amount,
         currency, recurring_interval, anchor_day, current_period_start, current_period_end, started_at, metadata,
         custom_field_data)
       SELECT gen_random_uuid(), now(), $1, 'active', id, $2, $3, 1000, 'usd', 'month', 1, now(),
         now() + interval '1 month', now(), '{}', '{}'
       FROM people RETURNING id, customer_id
     )
     INSERT INTO benefit_grants (id, created_at, organization_id, customer_id, benefit_id, subscription_id, granted_at,
       properties)
     SELECT gen_random_uuid(), now(), $1, customer_id, benefit_id, subscribed.id, now(), '{}'
     FROM subscribed CROSS JOIN unnest($5::uuid[]) AS benefit_id`,
    [
      product.organizationId,
      product.id,
      product.prices.map(({ id }) => id),
      count,
      withGrants ? product.benefits.map(({ id }) => id) : [],
    ],
  );
};
