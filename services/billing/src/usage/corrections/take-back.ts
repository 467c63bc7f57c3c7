/** Reverts counted events: in hourly sums, customers' meters and subscriptions' usage. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { createStatement } from '../../lists/list.ts';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { checkAlerts } from '../alerts/check.ts';
import { priceMeters, targetOf } from '../costs/accrue.ts';
import { everybody, hourOf } from '../counting/write.ts';
import { addUp } from '../figures/figures.ts';
import { keyOf } from '../figures/pairs.ts';
import type { KnownTuple, Tuple } from '../figures/tuples.ts';
import { passesFilter, valueOf } from '../postgres/conditions.ts';
import { isCounted } from '../postgres/read.ts';
import { sumEvents } from '../postgres/sums.ts';

type TakingBack = {
  now: Date;
  meters: readonly MeterRow[];
  tuples: readonly Tuple[];
  /** Whether a subscription, if there is one, pays for it. */
  isPaidFor: (tuple: Tuple) => boolean;
};

/** The events are already marked as voided. The caller holds the locks of the customers' meters. */
export const takeBack = async (
  em: EntityManager,
  { now, meters, tuples, isPaidFor }: TakingBack,
): Promise<void> => {
  for (const meter of meters) {
    const own = tuples.filter(({ meterId }) => meterId === meter.id);
    if (own.length === 0) continue;
    if (own[0]?.func !== 'unique') await takeFromHours(em, meter, own);
    const known = own.filter((tuple): tuple is KnownTuple => tuple.customerId !== null);
    for (const tuplesOfCustomer of Map.groupBy(known, keyOf).values())
      await takeFromCustomer(em, { now, meter, tuples: tuplesOfCustomer, isPaidFor });
  }
  await checkAlerts(
    em,
    now,
    tuples.flatMap(({ customerId, meterId }) => (customerId === null ? [] : [{ customerId, meterId }])),
  );
  await markStatesChanged(
    em,
    tuples.flatMap(({ customerId }) => customerId ?? []),
  );
};

const isExtreme = (meter: MeterRow): boolean => ['min', 'max'].includes(meter.aggregation.func);

/** Counts and sums are subtracted; minimum and maximum of an hour are computed again. */
const takeFromHours = async (em: EntityManager, meter: MeterRow, tuples: readonly Tuple[]): Promise<void> => {
  const lanes = tuples.flatMap((tuple) => [
    { ...tuple, lane: everybody },
    ...(tuple.customerId === null ? [] : [{ ...tuple, lane: tuple.customerId }]),
  ]);
  for (const { first, count, sum } of addUp(lanes, (tuple) => `${tuple.lane} ${hourOf(tuple)}`)) {
    const from = new Date(hourOf(first));
    const through = new Date(from.getTime() + 3_599_999);
    const [left] = isExtreme(meter)
      ? await sumEvents(em, {
          organizations: [meter.organizationId],
          filter: meter.filter,
          aggregation: meter.aggregation,
          customers: first.lane === everybody ? undefined : [first.lane],
          from,
          through,
          interval: null,
          timezone: 'UTC',
        })
      : [];
    await em.query(
      `UPDATE usage_rollups SET count = count - $4, sum = sum - $5::numeric,
         min = CASE WHEN $6 THEN $7::numeric ELSE min END, max = CASE WHEN $6 THEN $8::numeric ELSE max END
       WHERE meter_id = $1 AND customer_id = $2 AND hour = $3`,
      [meter.id, first.lane, from, count, sum, isExtreme(meter), left?.min ?? null, left?.max ?? null],
    );
  }
};

type OfCustomer = Pick<TakingBack, 'now' | 'isPaidFor'> & {
  meter: MeterRow;
  tuples: readonly KnownTuple[];
};

const takeFromCustomer = async (em: EntityManager, taking: OfCustomer): Promise<void> => {
  const [row] = await sql<Place & { id: string }>(
    em,
    `SELECT id, coalesce(reset_position, 0)::float8 AS since FROM customer_meters WHERE customer_id = $1 AND meter_id = $2`,
    idsOf(taking),
  );
  const gone = await dropValues(em, taking, row?.since ?? 0);
  if (row) await lessen(em, taking, { ...row, table: 'customer_meters', gone });
  const [subscription] = await sql<Place & { id: string }>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')} SELECT sm.id, sm.since_position::float8 AS since
     FROM target JOIN subscription_meters sm ON sm.id = target.id`,
    [...idsOf(taking).map((id) => [id]), billableStatuses],
  );
  if (!subscription) return;
  const paid = { ...taking, tuples: taking.tuples.filter(taking.isPaidFor) };
  await lessen(em, paid, { ...subscription, table: 'subscription_meters', gone });
  await priceMeters(em, [subscription.id]);
};

const idsOf = ({ meter, tuples }: OfCustomer): string[] => [tuples[0]?.customerId ?? '', meter.id];

/** A row that adds up events at positions after `since`; `gone`: values that no event has any more. */
type Place = { since: number };
type Sum = Place & {
  id: string;
  table: 'customer_meters' | 'subscription_meters';
  gone: ReadonlySet<string>;
};

const lessen = async (
  em: EntityManager,
  { now, meter, tuples }: Omit<OfCustomer, 'isPaidFor'>,
  { id, table, since, gone }: Sum,
): Promise<void> => {
  const open = tuples.filter(({ position }) => position > since);
  const isUnique = open[0]?.func === 'unique';
  const taken = isUnique ? open.filter(({ eventId }) => gone.has(eventId)) : open;
  const [figures] = addUp(taken, () => '');
  if (!figures) return;
  const [left] = isExtreme(meter)
    ? await findExtremes(em, { meter, customerId: figures.first.customerId, since })
    : [];
  await em.query(
    `UPDATE ${table} SET count = greatest(count - $2, 0), sum = sum - $3::numeric,
       min = CASE WHEN $4 THEN $5::numeric ELSE min END, max = CASE WHEN $4 THEN $6::numeric ELSE max END,
       modified_at = $7 WHERE id = $1`,
    [id, figures.count, figures.sum, isExtreme(meter), left?.min ?? null, left?.max ?? null, now],
  );
};

type Window = { meter: MeterRow; customerId: string; since: number };

const findExtremes = (em: EntityManager, window: Window) =>
  sql<{ min: string | null; max: string | null }>(
    em,
    ...windowOf(window, 'min(value)::text AS min, max(value)::text AS max'),
  );

/** Builds a statement on the values that a customer's meter counts after a position. */
const windowOf = ({ meter, customerId, since }: Window, what: string): [string, unknown[]] => {
  const { values, bind } = createStatement();
  const value = valueOf(bind, meter.aggregation);
  const text = `SELECT ${what} FROM (SELECT ${value} AS value FROM usage_events e
      WHERE e.customer_id = ${bind(customerId)}::uuid AND e.position > ${bind(since)}::bigint
        AND ${isCounted} AND ${passesFilter(meter.filter)(bind)}) AS found`;
  return [text, values];
};

/**
 * For counts of distinct values: deletes the values that no remaining event has. Returns one voided event per deleted
 * value.
 */
const dropValues = async (
  em: EntityManager,
  { meter, tuples }: OfCustomer,
  since: number,
): Promise<Set<string>> => {
  const open = tuples.filter(({ func, position }) => func === 'unique' && position > since);
  const [first] = open;
  if (!first) return new Set();
  const rows = await sql<{ value: string | null }>(
    em,
    ...windowOf({ meter, customerId: first.customerId, since }, 'DISTINCT value'),
  );
  const present = new Set(rows.map(({ value }) => value));
  const gone = new Map(
    open.flatMap((tuple) => (present.has(String(tuple.value)) ? [] : [[tuple.value, tuple]])),
  );
  await em.query(
    `DELETE FROM usage_values WHERE customer_id = $1 AND meter_id = $2 AND value_hash IN (
       SELECT sha256(convert_to(value, 'UTF8')) FROM unnest($3::text[]) AS value)`,
    [first.customerId, meter.id, [...gone.keys()]],
  );
  return new Set([...gone.values()].map(({ eventId }) => eventId));
};
