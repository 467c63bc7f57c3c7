/** Purges old events and deliveries. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import { changedRows, sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { Webhook } from '../webhook.ts';
import { cancelDeliveries } from './cancel.ts';

/** Days for which deliveries can be read, if the retention of events is not shorter. */
export const keptDays = 30;
const batch = 1_000;

/**
 * Deletes events whose last delivery is older than `keptDays`, with their deliveries, and all events beyond the retention of
 * streams: payloads contain personal data, also of people who have been deleted since. Returns the number of events.
 */
export const sweepDeliveries = async (webhook: Webhook): Promise<number> => {
  const { retentionDays } = webhook.bus;
  const daysAgo = (days: number) => new Date(webhook.now().getTime() - days * 86_400_000);
  const before = daysAgo(Math.min(keptDays, retentionDays));
  let swept = 0;
  for (;;) {
    const count = await changedRows(webhook.db, deleteOldEvents, [before, daysAgo(retentionDays), batch]);
    swept += count;
    if (count < batch) break;
  }
  await webhook.db.query(
    `DELETE FROM endpoints e WHERE e.deleted_at < $1
     AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.id)`,
    [before],
  );
  return swept;
};

const deleteOldEvents = `
  DELETE FROM webhook_events WHERE id = ANY(ARRAY(
    SELECT v.id FROM webhook_events v
    WHERE v.created_at < $1 AND NOT EXISTS (
      SELECT 1 FROM deliveries d
      WHERE d.event_id = v.id
      AND (d.state = 'pending' OR v.created_at >= $2 AND coalesce(d.modified_at, d.created_at) >= $1)
    )
    ORDER BY v.created_at LIMIT $3 FOR UPDATE SKIP LOCKED
  ))`;

const hour = 3_600_000;

/**
 * Cancels pending deliveries of deleted endpoints. Creation and deletion lock each other out, so that only rows of earlier
 * releases can be affected. Returns the number of endpoints.
 */
export const cancelOrphans = async (webhook: Webhook): Promise<number> => {
  const orphaned = await sql<{ id: string }>(
    webhook.db,
    `SELECT e.id FROM endpoints e WHERE e.deleted_at IS NOT NULL
     AND EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.id AND d.state = 'pending')`,
  );
  for (const { id } of orphaned) await transact(webhook.db, (em) => cancelDeliveries(em, id, webhook.now()));
  return orphaned.length;
};

/** Purges every hour until stopped. */
export const startSweeper = (webhook: Webhook): Stoppable =>
  sweep({ every: hour, log: webhook.log, name: 'deliveries' }, async () => {
    await cancelOrphans(webhook);
    await sweepDeliveries(webhook);
  });
