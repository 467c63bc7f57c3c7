import { requireManager } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import { sql } from '@tessera/kit/sql';
import type { Caller } from '@tessera/proto/api/passport';
import type { Webhook } from '../webhook.ts';

/**
 * Sends an event again to the endpoints that listen for it now. Where a delivery still waits for its retry, it is
 * that one which goes out at once, with all its retries before it.
 */
export const redeliverEvent = async (webhook: Webhook, caller: Caller, id: string): Promise<null> => {
  const [event] = await sql<{ organizationId: string }>(
    webhook.db,
    `SELECT v.organization_id AS "organizationId" FROM webhook_events v WHERE v.id = $1`,
    [id],
  );
  if (!event) throw kitErrors.ResourceNotFound();
  await requireManager(webhook, caller, event.organizationId);
  await webhook.db.query(
    `INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
     SELECT v.id, e.id, $2, 'pending', false, $2 FROM webhook_events v
     JOIN endpoints e ON e.organization_id = v.organization_id AND e.deleted_at IS NULL AND v.type = ANY(e.events)
     WHERE v.id = $1
     ORDER BY e.id FOR SHARE OF e
     ON CONFLICT (event_id, endpoint_id) WHERE state = 'pending'
       DO UPDATE SET next_attempt_at = excluded.next_attempt_at, attempts = 0`,
    [id, webhook.now()],
  );
  webhook.work.ring();
  return null;
};
