/** Cancels pending deliveries of endpoints that were paused, disabled or deleted. */
import { sql } from '@tessera/kit/database/sql';
import { emit } from '@tessera/kit/events/outbox';
import { eventDelivered } from '@tessera/proto/events/webhook';
import type { EntityManager } from 'typeorm';

type Confirmed = {
  id: string;
  organizationId: string;
  type: string;
  subjectId: string;
  subjectStatus: string | null;
};

/** Cancels an endpoint's pending deliveries. Events that wait for no other endpoint count as delivered. */
export const cancelDeliveries = async (em: EntityManager, endpointId: string, now: Date): Promise<void> => {
  const confirmed = await sql<Confirmed>(em, cancelPending, [endpointId, now]);
  for (const event of confirmed)
    await emit(em, eventDelivered, {
      webhookEventId: event.id,
      organizationId: event.organizationId,
      eventType: event.type,
      subjectId: event.subjectId,
      ...(event.subjectStatus !== null && { status: event.subjectStatus }),
    });
};

const cancelPending = `
  WITH held AS MATERIALIZED (
    SELECT id, event_id, awaited FROM deliveries WHERE endpoint_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE
  ), canceled AS (
    UPDATE deliveries d SET state = 'canceled', awaited = false, leased_until = NULL, modified_at = $2
    FROM held WHERE d.id = held.id
  ), confirmed AS (
    UPDATE webhook_events v SET awaiting = v.awaiting - counted.confirmations
    FROM (SELECT event_id, count(*)::int AS confirmations FROM held WHERE awaited GROUP BY event_id) counted
    WHERE v.id = counted.event_id
    RETURNING v.*
  )
  SELECT id, organization_id AS "organizationId", type, subject_id AS "subjectId", subject_status AS "subjectStatus"
  FROM confirmed WHERE awaiting = 0`;
