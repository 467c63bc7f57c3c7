/**
 * Counting by period, in one statement. A period begins on the hour, day, Monday, month or year of the reader's time
 * zone; of the first and the last only what lies in the range counts. Where clocks change, the hour
 * that is left out is no period, and the hour that comes twice is one.
 */
import { sql } from '@tessera/kit/sql';
import type { MetricsQuery, TopProducts } from '@tessera/proto/api/billing/metrics';
import type { DataSource } from 'typeorm';
import { type Bind, createStatement } from '../lists/list.ts';
import type { Counted } from './rules.ts';

type Counting = Omit<MetricsQuery, 'organizationId'> & { organizations: readonly string[]; now: Date };

/** What the figures are taken from: rows `r` of these organizations, products, customers and billing types. */
const whereOf = (
  bind: Bind,
  { organizations, productId, customerId, billingType }: Counting,
  isRecurring: string,
): string => {
  const types = new Set(billingType);
  return [
    `r.organization_id = ANY(${bind(organizations)}::uuid[])`,
    ...(productId ? [`r.product_id = ANY(${bind(productId)}::uuid[])`] : []),
    ...(customerId ? [`r.customer_id = ANY(${bind(customerId)}::uuid[])`] : []),
    ...(types.size === 1 ? [`(${isRecurring}) = ${bind(types.has('recurring'))}::boolean`] : []),
  ].join(' AND ');
};

/** An order that was paid, whatever became of it. */
const sold = `'paid', 'refunded', 'partially_refunded'`;
/** What an order brought in: without tax, less what was given back. */
const revenue = '(r.net_amount - r.refunded_amount)::bigint';
/** What a subscription brings in a month: a year has twelve of them, 52 weeks and 365 days. */
const monthly = `round(r.amount / (r.recurring_interval_count * CASE r.recurring_interval
  WHEN 'year' THEN 12.0 WHEN 'week' THEN 12.0 / 52 WHEN 'day' THEN 12.0 / 365 ELSE 1.0 END))`;

const soldIn = (reason: string) => `FILTER (WHERE r.billing_reason = '${reason}')`;

/**
 * The figures of every period of a range, oldest first; also of those in which nothing happened. A subscription is
 * active from its start until its end: a period shows those that are active when it ends, or now.
 */
export const countByPeriod = async (db: DataSource, counting: Counting): Promise<Counted[]> => {
  const { values, bind } = createStatement();
  const zone = `${bind(counting.timezone)}::text`;
  const interval = `${bind(counting.interval)}::text`;
  const start = `${bind(counting.startDate)}::timestamp`;
  const end = `(${bind(counting.endDate)}::timestamp + interval '1 day')`;
  const now = `${bind(counting.now)}::timestamptz`;
  const [from, until] = [`(${start} AT TIME ZONE ${zone})`, `(${end} AT TIME ZONE ${zone})`];
  const first = `date_trunc(${interval}, ${start})`;
  const periodOf = (time: string) => `date_trunc(${interval}, ${time} AT TIME ZONE ${zone})`;
  const orders = `orders r WHERE ${whereOf(bind, counting, 'r.subscription_id IS NOT NULL')} AND r.status IN (${sold})`;
  const subscriptions = `subscriptions r WHERE ${whereOf(bind, counting, 'true')}`;
  const checkouts = `checkouts r WHERE ${whereOf(bind, counting, 'r.is_recurring')}`;
  // Both ends of a subscription's life, each in its period; what began earlier is there from the first period on.
  const turns = (time: string, sign: 1 | -1) => `
    SELECT greatest(${periodOf(`r.${time}`)}, ${first}) AS period, ${sign} AS active, ${sign} * (${monthly}) AS amount,
      ${sign === 1 ? `(r.started_at >= ${from})::int` : '0'} AS new,
      ${sign === 1 ? '0' : `(r.ended_at >= ${from})::int`} AS churned
    FROM ${subscriptions} AND r.started_at < ${until} AND r.started_at <= ${now}
      AND r.${time} < ${until} AND r.${time} <= ${now}`;
  const rows = await sql<{ timestamp: Date } & Record<string, string>>(
    db,
    `WITH periods AS (
       SELECT period FROM generate_series(${first}, ${end} - interval '1 microsecond', ('1 ' || ${interval})::interval)
         AS period
       WHERE ${interval} <> 'hour' OR (period AT TIME ZONE ${zone}) AT TIME ZONE ${zone} = period
     ), sold AS (
       SELECT ${periodOf('r.created_at')} AS period, count(*) AS orders, sum(${revenue}) AS revenue,
         count(*) ${soldIn('purchase')} AS once, sum(${revenue}) ${soldIn('purchase')} AS once_revenue,
         sum(${revenue}) ${soldIn('subscription_create')} AS new_revenue,
         count(DISTINCT r.subscription_id) ${soldIn('subscription_cycle')} AS renewed,
         sum(${revenue}) ${soldIn('subscription_cycle')} AS renewed_revenue
       FROM ${orders} AND r.created_at >= ${from} AND r.created_at < ${until} GROUP BY 1
     ), earlier AS (
       SELECT coalesce(sum(${revenue}), 0) AS revenue FROM ${orders} AND r.created_at < ${from}
     ), turned AS (
       SELECT period, sum(active) AS active, sum(amount) AS amount, sum(new) AS new,
         sum(churned) AS churned, sum(-amount) FILTER (WHERE churned = 1) AS churned_amount
       FROM (${turns('started_at', 1)} UNION ALL ${turns('ended_at', -1)}) AS turns GROUP BY 1
     ), opened AS (
       SELECT ${periodOf('r.created_at')} AS period, count(*) AS checkouts,
         count(*) FILTER (WHERE r.status = 'succeeded') AS succeeded
       FROM ${checkouts} AND r.created_at >= ${from} AND r.created_at < ${until} GROUP BY 1
     )
     SELECT period AT TIME ZONE ${zone} AS "timestamp",
       coalesce(sold.orders, 0) AS "orders", coalesce(sold.revenue, 0) AS "revenue",
       earlier.revenue + coalesce(sum(sold.revenue) OVER reached, 0) AS "cumulativeRevenue",
       coalesce(sold.once, 0) AS "oneTimeProducts", coalesce(sold.once_revenue, 0) AS "oneTimeProductsRevenue",
       coalesce(turned.new, 0) AS "newSubscriptions", coalesce(sold.new_revenue, 0) AS "newSubscriptionsRevenue",
       coalesce(sold.renewed, 0) AS "renewedSubscriptions",
       coalesce(sold.renewed_revenue, 0) AS "renewedSubscriptionsRevenue",
       coalesce(sum(turned.active) OVER reached, 0) AS "activeSubscriptions",
       coalesce(sum(turned.amount) OVER reached, 0) AS "monthlyRecurringRevenue",
       coalesce(turned.churned, 0) AS "churnedSubscriptions",
       coalesce(turned.churned_amount, 0) AS "churnedMonthlyRevenue",
       coalesce(opened.checkouts, 0) AS "checkouts", coalesce(opened.succeeded, 0) AS "succeededCheckouts"
     FROM periods LEFT JOIN sold USING (period) LEFT JOIN turned USING (period) LEFT JOIN opened USING (period)
       CROSS JOIN earlier
     WINDOW reached AS (ORDER BY period) ORDER BY period`,
    values,
  );
  return rows.map(({ timestamp, ...sums }) => ({
    timestamp,
    // Sums are 64 bits wide and come as text; cents of ninety trillion dollars still fit a number.
    ...Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, Number(sum)])),
  })) as Counted[];
};

const maxProducts = 5;

/** The products that brought in most in a range, best first. */
export const countByProduct = (db: DataSource, counting: Counting): Promise<TopProducts['items']> => {
  const { values, bind } = createStatement();
  const zone = `${bind(counting.timezone)}::text`;
  const midnight = (day: string, days: number) =>
    `((${bind(day)}::timestamp + interval '${days} day') AT TIME ZONE ${zone})`;
  return sql(
    db,
    `SELECT best.product_id AS "productId", product.name, best.orders::int AS orders, best.revenue::float8 AS revenue
     FROM (
       SELECT r.product_id, count(*) AS orders, sum(${revenue}) AS revenue FROM orders r
       WHERE ${whereOf(bind, counting, 'r.subscription_id IS NOT NULL')} AND r.status IN (${sold})
         AND r.created_at >= ${midnight(counting.startDate, 0)} AND r.created_at < ${midnight(counting.endDate, 1)}
       GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${bind(maxProducts)}
     ) AS best JOIN products product ON product.id = best.product_id
     ORDER BY best.revenue DESC, best.product_id`,
    values,
  );
};
