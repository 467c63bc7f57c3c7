/**
 * Counts an organization's events in rounds, one process at a time: each round adds up uncounted events and removes
 * them from the queue in the same transaction. After a crash the next round counts them.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { findMetersByIds } from '../../catalog/meters/find.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { checkAlerts } from '../alerts/check.ts';
import { addToSubscriptions, findStarts } from '../costs/accrue.ts';
import { figuresOf } from '../figures/figures.ts';
import { keyOf, type Pair } from '../figures/pairs.ts';
import { type KnownTuple, type PlacedEvent, pairsOf, type Tuple, tuplesOf } from '../figures/tuples.ts';
import { lockCustomerMeters, type Reset } from '../locks.ts';
import { BackfillEntity } from './backfills.ts';
import { addToCustomerMeters, addToRollups, dropKnownValues } from './write.ts';

/**
 * What is counted: `live` events for the first time; `adopted` ones that are new to a customer; `past` ones that are
 * new to a meter.
 */
export type Kind = 'live' | 'adopted' | 'past';
export type Round = { em: EntityManager; now: Date; organizationId: string };

/** Maximum number of events per round; they must fit into memory many times over. */
const maxEvents = 10_000;
const maxBatches = 1_000;

/** Counts the oldest batches. Returns whether there may be more. */
export const countBatches = async (round: Round): Promise<boolean> => {
  const { em, organizationId } = round;
  const batches = await takeBatches(em, organizationId);
  if (batches.length === 0) return false;
  const size = batches.reduce((sum, batch) => sum + batch.size, 0);
  const times = batches.flatMap(({ first_at, last_at }) => [first_at.getTime(), last_at.getTime()]);
  const events = await sql<PlacedEvent>(
    em,
    `SELECT ${eventColumns} FROM usage_events
     WHERE id = ANY($1::uuid[]) AND "timestamp" BETWEEN $2 AND $3 ORDER BY position`,
    [
      `{${batches.map(({ ids }) => ids).join(',')}}`,
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
    ],
  );
  await countNames(em, organizationId, events);
  const found = await findCustomers(em, organizationId, events);
  await countEvents(round, { events: found, meters: await findLiveMeters(em, organizationId), kind: 'live' });
  return size >= maxEvents || batches.length === maxBatches;
};

/** `ids` as text: they are passed back unchanged, which saves the driver from parsing and serializing arrays. */
type Batch = { ids: string; size: number; first_at: Date; last_at: Date };

/** Takes the oldest batches, until they hold enough events. */
const takeBatches = (em: EntityManager, organizationId: string): Promise<Batch[]> =>
  sql<Batch>(
    em,
    `DELETE FROM usage_batches WHERE id = ANY(ARRAY(
       SELECT id FROM (
         SELECT id, sum(cardinality(event_ids)) OVER (ORDER BY id) - cardinality(event_ids) AS before
         FROM usage_batches WHERE organization_id = $1 ORDER BY id LIMIT ${maxBatches}) AS oldest
       WHERE before < ${maxEvents}))
     RETURNING array_to_string(event_ids, ',') AS ids, cardinality(event_ids) AS size, first_at, last_at`,
    [organizationId],
  );

export const eventColumns = `id, "timestamp", source, name, customer_id AS "customerId",
  external_customer_id AS "externalCustomerId", voids, voided_by AS "voidedBy", metadata,
  position::float8 AS position`;

/** Returns an organization's meters that have begun to count. */
export const findLiveMeters = async (em: EntityManager, organizationId: string): Promise<MeterRow[]> => {
  const rows = await em.findBy(BackfillEntity, { organizationId });
  const begun = rows.filter(({ boundary }) => boundary !== null);
  return findMetersByIds(
    em,
    begun.map(({ meterId }) => meterId),
  );
};

const countNames = async (em: EntityManager, organizationId: string, events: readonly PlacedEvent[]) => {
  const groups = [...Map.groupBy(events, ({ name, source }) => `${source} ${name}`).values()];
  const times = groups.map((group) => group.map(({ timestamp }) => timestamp.getTime()));
  await em.query(
    `INSERT INTO usage_event_names AS present (organization_id, name, source, occurrences, first_seen, last_seen)
     SELECT $1, name, source, occurrences, first_seen, last_seen
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
       AS given (name, source, occurrences, first_seen, last_seen) ORDER BY name, source
     ON CONFLICT (organization_id, name, source) DO UPDATE SET
       occurrences = present.occurrences + excluded.occurrences,
       first_seen = least(present.first_seen, excluded.first_seen),
       last_seen = greatest(present.last_seen, excluded.last_seen)`,
    [
      organizationId,
      groups.map(([first]) => first?.name),
      groups.map(([first]) => first?.source),
      groups.map((group) => group.length),
      times.map((list) => new Date(Math.min(...list))),
      times.map((list) => new Date(Math.max(...list))),
    ],
  );
};

/** Assigns events to customers who got the external id after the event arrived. */
const findCustomers = async (
  em: EntityManager,
  organizationId: string,
  events: PlacedEvent[],
): Promise<PlacedEvent[]> => {
  const unknown = events.filter(({ customerId, externalCustomerId }) => !customerId && externalCustomerId);
  if (unknown.length === 0) return events;
  const rows = await sql<{ id: string; customer_id: string }>(
    em,
    `UPDATE usage_events e SET customer_id = customer.id FROM customers customer
     WHERE e.organization_id = $1 AND e.id = ANY($2::uuid[]) AND e.customer_id IS NULL
       AND customer.organization_id = $1 AND customer.external_id = e.external_customer_id
       AND customer.deleted_at IS NULL
     RETURNING e.id, customer.id AS customer_id`,
    [organizationId, unknown.map(({ id }) => id)],
  );
  const found = new Map(rows.map(({ id, customer_id }) => [id, customer_id]));
  return events.map((event) => ({ ...event, customerId: event.customerId ?? found.get(event.id) ?? null }));
};

type Counting = { events: readonly PlacedEvent[]; meters: readonly MeterRow[]; kind: Kind };

/** Adds up events for meters. */
export const countEvents = async (round: Round, { events, meters, kind }: Counting): Promise<void> => {
  const { em, now, organizationId } = round;
  const tuples = tuplesOf(events, meters);
  if (tuples.length === 0) return;
  await addToRollups(em, tuples, { isNewToAll: kind !== 'adopted' });
  const known = tuples.filter((tuple): tuple is KnownTuple => tuple.customerId !== null);
  const pairs = pairsOf(known);
  const resets = await lockCustomerMeters(em, pairs);
  const isOver = (tuple: Tuple): boolean => tuple.position <= (resets.get(keyOf(tuple))?.position ?? 0);
  if (kind === 'live') await moveLate(round, { tuples, isOver, pairs });
  if (kind !== 'past') await markLate(em, known, resets);
  const open = kind === 'past' ? known.filter((tuple) => !isOver(tuple)) : known;
  const counted = await dropKnownValues(em, open);
  const figures = figuresOf(counted);
  await addToCustomerMeters(em, { now, organizationId, figures });
  if (kind === 'live') await addToSubscriptions(em, { now, figures });
  await checkAlerts(
    em,
    now,
    figures.map(({ first }) => first),
  );
  await markStatesChanged(
    em,
    figures.map(({ first }) => first.customerId),
  );
};

/**
 * Gives new positions to events that arrived before a reset of their meter but are counted after it: they belong to
 * the open period, and a recount must find them there. The same applies to events that arrived before the
 * subscription that pays for them. Events counted now that lie within a running backfill are moved out of it.
 */
const moveLate = async (
  { em, organizationId }: Round,
  {
    tuples,
    isOver,
    pairs,
  }: { tuples: readonly Tuple[]; isOver: (tuple: Tuple) => boolean; pairs: readonly Pair[] },
): Promise<void> => {
  const [row] = await sql<{ boundary: string | null }>(
    em,
    'SELECT max(boundary) AS boundary FROM usage_backfills WHERE organization_id = $1 AND NOT is_complete',
    [organizationId],
  );
  const past = Number(row?.boundary ?? 0);
  const starts = await findStarts(em, pairs);
  const isBefore = (tuple: Tuple): boolean => tuple.position <= (starts.get(keyOf(tuple)) ?? 0);
  const late = tuples.filter((tuple) => tuple.position <= past || isOver(tuple) || isBefore(tuple));
  await moveToEnd(
    em,
    late.map(({ eventId }) => eventId),
  );
};

/** Marks events that are older than the open period, in which they are counted nevertheless. */
const markLate = async (
  em: EntityManager,
  tuples: readonly Tuple[],
  resets: ReadonlyMap<string, Reset>,
): Promise<void> => {
  const late = tuples.filter((tuple) => {
    const start = resets.get(keyOf(tuple))?.at;
    return start != null && tuple.timestamp < start;
  });
  if (late.length === 0) return;
  await em.query('UPDATE usage_events SET is_late = true WHERE id = ANY($1::uuid[])', [
    [...new Set(late.map(({ eventId }) => eventId))],
  ]);
};

/** Gives events new positions after all others. */
export const moveToEnd = async (em: EntityManager, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await em.query(`UPDATE usage_events SET position = nextval('usage_positions') WHERE id = ANY($1::uuid[])`, [
    [...new Set(ids)],
  ]);
};
