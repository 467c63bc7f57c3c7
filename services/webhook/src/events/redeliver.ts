import { wakeWork } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { isForChats } from '../deliveries/formats.ts';
import { deliveryWork, type Webhook } from '../webhook.ts';

type WebhookEvent = { id: string; organizationId: string; type: string; payload: string };

/** Returns an event, or null. */
export const findEvent = async (em: EntityManager, { id }: { id: string }): Promise<WebhookEvent | null> => {
  const [event] = await sql<WebhookEvent>(
    em,
    `SELECT v.id, v.organization_id AS "organizationId", v.type, v.payload FROM webhook_events v WHERE v.id = $1`,
    [id],
  );
  return event ?? null;
};

/**
 * Redelivers an event to the endpoints that are subscribed now; to chats only if chats receive this event; a test event
 * only to the endpoint that it was made for. A delivery that still waits for a retry is sent immediately, with all its
 * retries available again; one with an attempt in flight is sent after that attempt.
 */
export const redeliverEvent = async (
  webhook: Webhook,
  { id, type, payload }: WebhookEvent,
): Promise<null> => {
  const { data } = JSON.parse(payload) as { data: Record<string, unknown> }; // as `receiveEvents` writes it
  await webhook.db.query(
    `INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
     SELECT v.id, e.id, $2, 'pending', false, $2 FROM webhook_events v
     JOIN endpoints e ON e.organization_id = v.organization_id AND e.deleted_at IS NULL AND e.enabled
       AND v.type = ANY(e.events) AND ($3::boolean OR e.format = 'raw')
       AND (v.test_of IS NULL OR v.test_of = e.id)
     WHERE v.id = $1
     ORDER BY e.id FOR SHARE OF e
     ON CONFLICT (event_id, endpoint_id) WHERE state = 'pending'
       DO UPDATE SET next_attempt_at = excluded.next_attempt_at, attempts = 0, sequence_key = NULL,
         redeliver = deliveries.leased_until > now() IS TRUE`,
    [id, webhook.now(), isForChats(type, data)],
  );
  wakeWork(webhook.db, [deliveryWork]);
  return null;
};
