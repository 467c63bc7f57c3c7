/**
 * Counts earlier events: from before a meter was created, or from before a customer had the external id that they
 * name.
 */
import { sql } from '@tessera/kit/database/sql';
import { IsNull, Not } from 'typeorm';
import { findMetersByIds } from '../../catalog/meters/find.ts';
import type { PlacedEvent } from '../figures/tuples.ts';
import { isCounted } from '../postgres/read.ts';
import { BackfillEntity } from './backfills.ts';
import { countEvents, eventColumns, findLiveMeters, type Round } from './count.ts';

const pageSize = 1000;

/**
 * Counts a page of a meter's backfill, without events that are still queued. Returns whether there is more. A meter
 * created since the round began has no boundary yet, and starts in the next round.
 */
export const countPast = async (round: Round): Promise<boolean> => {
  const { em, organizationId } = round;
  const unfinished = { organizationId, isComplete: false };
  const backfill = await em.findOneBy(BackfillEntity, { ...unfinished, boundary: Not(IsNull()) });
  if (!backfill) return em.existsBy(BackfillEntity, unfinished);
  const events = await sql<PlacedEvent>(
    em,
    `SELECT ${eventColumns} FROM usage_events e
     WHERE organization_id = $1 AND ${isCounted} AND position <= $2
       AND ("timestamp", id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
       AND NOT EXISTS (SELECT 1 FROM usage_batches b WHERE b.organization_id = $1 AND e.id = ANY(b.event_ids))
     ORDER BY "timestamp", id LIMIT ${pageSize}`,
    [organizationId, backfill.boundary, backfill.cursorAt, backfill.cursorId],
  );
  const meters = await findMetersByIds(em, [backfill.meterId]);
  await countEvents(round, { events, meters, kind: 'past' });
  const last = events.at(-1);
  const isComplete = events.length < pageSize;
  await em.update(
    BackfillEntity,
    { meterId: backfill.meterId },
    { isComplete, ...(last && { cursorAt: last.timestamp, cursorId: last.id }) },
  );
  return true;
};

/**
 * Assigns a page of events to the customer whose external id they named before the customer had it. Returns whether
 * there may be more.
 */
export const adoptEvents = async (round: Round): Promise<boolean> => {
  const { em, organizationId } = round;
  const [adoption] = await sql<{ customer_id: string; external_id: string }>(
    em,
    `SELECT customer_id, external_id FROM usage_adoptions WHERE organization_id = $1
     ORDER BY customer_id LIMIT 1 FOR UPDATE`,
    [organizationId],
  );
  if (!adoption) return false;
  const { customer_id: customerId, external_id: externalId } = adoption;
  const events = await sql<PlacedEvent>(
    em,
    `WITH waiting AS MATERIALIZED (
       SELECT id AS event_id, "timestamp" AS at FROM usage_events e
       WHERE organization_id = $1 AND external_customer_id = $2 AND customer_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM usage_batches b WHERE b.organization_id = $1 AND e.id = ANY(b.event_ids))
       LIMIT ${pageSize})
     UPDATE usage_events SET customer_id = $3, is_adopted = true, position = nextval('usage_positions')
     FROM waiting WHERE id = event_id AND "timestamp" = at
     RETURNING ${eventColumns}`,
    [organizationId, externalId, customerId],
  );
  await countEvents(round, { events, meters: await findLiveMeters(em, organizationId), kind: 'adopted' });
  if (events.length < pageSize)
    await em.query('DELETE FROM usage_adoptions WHERE customer_id = $1', [customerId]);
  return true;
};
