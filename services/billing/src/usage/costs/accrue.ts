/** The usage of subscriptions since they were billed last, and its cost so far. */
import { sql } from '@tessera/kit/database/sql';
import type { SubscriptionStatus } from '@tessera/proto/api/billing/enums';
import type { Tariff } from '@tessera/proto/api/billing/tariff';
import type { EntityManager } from 'typeorm';
import { billableStatuses } from '../../subscriptions/rules.ts';
import type { MeterFigures } from '../figures/figures.ts';
import { givenFigures, valuesOf } from '../figures/given.ts';
import { columnsOf, keyOf, type Pair } from '../figures/pairs.ts';
import { amountOf, unitsOf } from './amount.ts';

/**
 * SQL: rows `target` of the subscription meters that pay: of several subscriptions with a meter, the one that started
 * first. The parameters are array expressions.
 */
export const targetOf = (customers: string, meters: string, statuses: string): string => `target AS (
    SELECT DISTINCT ON (s.customer_id, sm.meter_id) sm.id, s.customer_id, sm.meter_id
    FROM subscriptions s JOIN subscription_meters sm ON sm.subscription_id = s.id
    WHERE s.customer_id = ANY(${customers}::uuid[]) AND sm.meter_id = ANY(${meters}::uuid[]) AND s.status = ANY(${statuses})
    ORDER BY s.customer_id, sm.meter_id, s.started_at, s.id
  )`;

/** Adds customers' usage to the subscriptions that pay for it. The caller holds the customers' meters' locks. */
export const addToSubscriptions = async (
  em: EntityManager,
  { now, figures }: { now: Date; figures: readonly MeterFigures[] },
): Promise<void> => {
  if (figures.length === 0) return;
  const rows = await sql<{ id: string }>(
    em,
    `WITH ${givenFigures}, ${targetOf('$1', '$2', '$9')}
     UPDATE subscription_meters sm SET count = sm.count + given.count, sum = sm.sum + given.sum,
       min = least(sm.min, given.min), max = greatest(sm.max, given.max), modified_at = $8
     FROM target JOIN given USING (customer_id, meter_id) WHERE sm.id = target.id RETURNING sm.id`,
    [...valuesOf(figures), now, billableStatuses],
  );
  await priceMeters(
    em,
    rows.map(({ id }) => id),
  );
};

/** Returns the positions after which events count for the paying subscriptions, by `keyOf`. */
export const findStarts = async (em: EntityManager, pairs: readonly Pair[]): Promise<Map<string, number>> => {
  if (pairs.length === 0) return new Map();
  const rows = await sql<Pair & { since: number }>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')}
     SELECT target.customer_id AS "customerId", target.meter_id AS "meterId", sm.since_position::float8 AS since
     FROM target JOIN subscription_meters sm ON sm.id = target.id`,
    [...columnsOf(pairs), billableStatuses],
  );
  return new Map(rows.map((row) => [keyOf(row), row.since]));
};

/**
 * Adds credit to the subscription that pays for a customer's meter, if there is one. What is taken from the customer
 * is also taken from a subscription that has just become unpaid or was paused.
 */
export const creditSubscription = async (
  em: EntityManager,
  { now, customerId, meterId, units }: { now: Date; customerId: string; meterId: string; units: number },
): Promise<void> => {
  const add = (statuses: readonly SubscriptionStatus[]) =>
    sql<{ id: string }>(
      em,
      `WITH ${targetOf('$1', '$2', '$3')}
       UPDATE subscription_meters sm
       SET credited_units = least(greatest(sm.credited_units::bigint + $4, 0), 2147483647), modified_at = $5
       FROM target WHERE sm.id = target.id RETURNING sm.id`,
      [[customerId], [meterId], statuses, units, now],
    );
  const paying = await add(billableStatuses);
  const rows = paying.length === 0 && units < 0 ? await add(['unpaid']) : paying;
  await priceMeters(
    em,
    rows.map(({ id }) => id),
  );
};

/** A subscription's usage of a meter, with its agreed price. Decimals are text. */
export type MeteredUse = {
  id: string;
  meterId: string;
  meterName: string;
  func: string;
  consumedUnits: string;
  creditedUnits: number;
  productPriceId: string | null;
  unitAmount: string | null;
  capAmount: number | null;
  tariff: Tariff | null;
  /** In a trial nothing is charged for units, neither then nor later. */
  isFree: boolean;
};

/** SQL version of `funcOf`. */
export const funcSql = (meter: string): string =>
  `CASE WHEN ${meter}.aggregation ? 'uniqueProperty' THEN 'unique' ELSE ${meter}.aggregation ->> 'func' END`;

/** SQL: the usage of a row `sm` of a meter `m`, as text. */
const consumed = `(CASE ${funcSql('m')} WHEN 'sum' THEN sm.sum WHEN 'min' THEN coalesce(sm.min, 0)
  WHEN 'max' THEN coalesce(sm.max, 0) WHEN 'avg' THEN CASE WHEN sm.count = 0 THEN 0 ELSE sm.sum / sm.count END
  ELSE sm.count END)::text`;

/** Returns the usage of subscriptions' meters; `by` is a condition on `sm` with the single parameter `$1`. */
export const findUse = (em: EntityManager, by: string, value: unknown): Promise<MeteredUse[]> =>
  sql<MeteredUse>(
    em,
    `SELECT sm.id, sm.meter_id AS "meterId", m.name AS "meterName", ${funcSql('m')} AS func,
       ${consumed} AS "consumedUnits", sm.credited_units AS "creditedUnits", price.id AS "productPriceId",
       price.unit_amount::text AS "unitAmount", price.cap_amount AS "capAmount", price.tariff,
       s.status = 'trialing' AS "isFree"
     FROM subscription_meters sm JOIN meters m ON m.id = sm.meter_id
     JOIN subscriptions s ON s.id = sm.subscription_id
     LEFT JOIN product_prices price ON price.id = ANY(s.price_ids) AND price.meter_id = sm.meter_id
     WHERE ${by} ORDER BY sm.id`,
    [value],
  );

/** Writes usage and cost of rows. */
export const priceMeters = async (em: EntityManager, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const use = await findUse(em, 'sm.id = ANY($1::uuid[])', ids);
  await em.query(
    `UPDATE subscription_meters sm SET consumed_units = given.consumed, amount = given.amount
     FROM unnest($1::uuid[], $2::float8[], $3::integer[]) AS given (id, consumed, amount) WHERE sm.id = given.id`,
    [
      use.map(({ id }) => id),
      use.map(({ consumedUnits }) => unitsOf(consumedUnits)),
      use.map((one) => costOf(one)),
    ],
  );
};

/** Minor units; 0 if no price was agreed, and in a trial. `isPart`: the period continues at another price. */
export const costOf = (use: MeteredUse, { isPart = false }: { isPart?: boolean } = {}): number => {
  const { unitAmount, capAmount, tariff, isFree } = use;
  return unitAmount === null || isFree ? 0 : amountOf({ unitAmount, capAmount, tariff }, use, { isPart });
};
