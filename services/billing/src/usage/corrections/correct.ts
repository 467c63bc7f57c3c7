/**
 * Events that void earlier ones, as long as their usage is not billed. Kept apart from normal ingestion, since they
 * are rare and need locks.
 */
import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { findMetersByIds } from '../../catalog/meters/find.ts';
import { BackfillEntity, type BackfillRow } from '../counting/backfills.ts';
import { eventColumns } from '../counting/count.ts';
import { countAllUsage } from '../counting/round.ts';
import { type Refusal, refuseEvents } from '../events/errors.ts';
import { keyOf } from '../figures/pairs.ts';
import { type KnownTuple, type PlacedEvent, pairsOf, type Tuple, tuplesOf } from '../figures/tuples.ts';
import { lockCustomerMeters, lockUsage } from '../locks.ts';
import { insertRequest } from '../postgres/insert.ts';
import type { EventRow } from '../store/store.ts';
import { takeBack } from './take-back.ts';

/**
 * Writes events of which some void others, all or none; returns the ids of duplicates. Everything ingested before is
 * counted first, under the organization's usage lock, which also blocks billing: an event is either voided before it
 * is billed, or refused. Throws a validation error that names every event that cannot be voided, and
 * `UnknownCustomers`.
 */
export const correctUsage = (billing: Billing, rows: readonly EventRow[]): Promise<readonly string[]> =>
  transact(billing.db, async (em) => {
    const now = billing.now();
    const organizations = [...new Set(rows.map(({ organizationId }) => organizationId))].toSorted();
    for (const id of organizations) await lockUsage(em, id);
    const known = await insertRequest(em, rows);
    const refusals: Refusal[] = [];
    for (const organizationId of organizations) {
      await countAllUsage(em, now, organizationId);
      const isOwn = (row: EventRow) => row.organizationId === organizationId && !known.includes(row.id);
      const corrections = rows.flatMap((row, index) =>
        row.voids !== null && isOwn(row) ? [{ index, id: row.id, voids: row.voids }] : [],
      );
      refusals.push(...(await correctOrganization(em, { now, organizationId, corrections })));
    }
    if (refusals.length > 0) throw refuseEvents(refusals);
    return known;
  });

/** `index`: position in the request; `id`: the correction's own id; `voids`: external id of the event to void. */
type Correction = { index: number; id: string; voids: string };
type Target = PlacedEvent & { externalId: string; isAdopted: boolean };
type Correcting = { now: Date; organizationId: string; corrections: readonly Correction[] };

/** Returns the refusals; if there are any, the transaction must be rolled back. */
const correctOrganization = async (
  em: EntityManager,
  { now, organizationId, corrections }: Correcting,
): Promise<Refusal[]> => {
  if (corrections.length === 0) return [];
  const targets = await findTargets(em, organizationId, corrections);
  const backfills = await em.findBy(BackfillEntity, { organizationId });
  const meters = await findMetersByIds(
    em,
    backfills.map(({ meterId }) => meterId),
  );
  const tuples = tuplesOf([...targets.values()], meters);
  const billed = await findBilled(em, tuples);
  const taken = new Set<string>();
  const refusals = corrections.flatMap(({ index, voids }): Refusal[] => {
    const msg = problemOf(targets.get(voids), { billed, taken });
    taken.add(voids);
    return msg === null ? [] : [{ loc: ['body', 'events', index, 'voids'], msg, type: 'value_error' }];
  });
  if (refusals.length > 0) return refusals;
  await em.query(
    `UPDATE usage_events e SET voided_by = given.by FROM unnest($1::uuid[], $2::uuid[]) AS given (id, by)
     WHERE e.id = given.id`,
    [corrections.map(({ voids }) => targets.get(voids)?.id), corrections.map(({ id }) => id)],
  );
  const counted = tuples.filter((tuple) => wasCounted(tuple, backfills));
  const adopted = new Set([...targets.values()].filter(({ isAdopted }) => isAdopted).map(({ id }) => id));
  const isPaidFor = (tuple: Tuple): boolean => !adopted.has(tuple.eventId) && !isPast(tuple, backfills);
  await takeBack(em, { now, meters, tuples: counted, isPaidFor });
  return [];
};

const findTargets = async (
  em: EntityManager,
  organizationId: string,
  corrections: readonly Correction[],
): Promise<Map<string, Target>> => {
  const rows = await sql<Target>(
    em,
    `SELECT ${eventColumns}, external_id AS "externalId", is_adopted AS "isAdopted" FROM usage_events WHERE id IN (
       SELECT event_id FROM usage_event_keys WHERE organization_id = $1 AND external_id = ANY($2::text[]))`,
    [organizationId, corrections.map(({ voids }) => voids)],
  );
  return new Map(rows.map((row) => [row.externalId, row]));
};

const problemOf = (
  target: Target | undefined,
  { billed, taken }: { billed: ReadonlySet<string>; taken: ReadonlySet<string> },
): string | null => {
  if (!target) return 'No event has this external_id.';
  if (target.voids !== null) return 'An event that voids another cannot be voided.';
  if (target.voidedBy !== null || taken.has(target.externalId)) return 'The event has already been voided.';
  return billed.has(target.id) ? 'The period in which the event was counted has closed.' : null;
};

/** Returns the events that were counted in a period which is over. Locks the customers' meters. */
const findBilled = async (em: EntityManager, tuples: readonly Tuple[]): Promise<Set<string>> => {
  const known = tuples.filter((tuple): tuple is KnownTuple => tuple.customerId !== null);
  const resets = await lockCustomerMeters(em, pairsOf(known));
  const over = known.filter((tuple) => tuple.position <= (resets.get(keyOf(tuple))?.position ?? 0));
  return new Set(over.map(({ eventId }) => eventId));
};

/** No subscription pays for events from before its meter existed. */
const isPast = ({ meterId, position }: Tuple, backfills: readonly BackfillRow[]): boolean =>
  position <= Number(backfills.find((backfill) => backfill.meterId === meterId)?.boundary ?? 0);

/** Events from before a meter existed are only counted once its backfill has reached them. */
const wasCounted = (tuple: Tuple, backfills: readonly BackfillRow[]): boolean => {
  const backfill = backfills.find(({ meterId }) => meterId === tuple.meterId);
  if (!backfill || backfill.boundary === null) return false;
  const { isComplete, boundary, cursorAt, cursorId } = backfill;
  if (isComplete || tuple.position > Number(boundary)) return true;
  if (cursorAt === null || cursorId === null) return false;
  const order = tuple.timestamp.getTime() - cursorAt.getTime();
  return order < 0 || (order === 0 && tuple.eventId <= cursorId);
};
