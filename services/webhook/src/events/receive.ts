/** An event becomes one delivery for each endpoint that listens, once, in one statement. */
import { HopelessEvent } from '@tessera/kit/bus';
import { outboxRow, wakeRelay } from '@tessera/kit/outbox';
import { type Prepared, runPrepared } from '@tessera/kit/sql';
import { currentTraceparent } from '@tessera/kit/telemetry';
import { eventDelivered } from '@tessera/proto/events/webhook';
import type { Webhook } from '../webhook.ts';

/** What happened, as partners will be told. `snapshot` is JSON as the API answers it. */
export type PartnerEvent = {
  eventId: string;
  type: string;
  organizationId: string;
  subjectId: string;
  subjectStatus: string | null;
  snapshot: string;
  traceparent: string | null;
};

export const consumerName = 'events';

/**
 * The inbox row, the event with its payload, the deliveries, and, where nobody listens, the news that the event
 * counts as delivered. An event that nobody listens for leaves only its inbox row: its payload is in billing.
 * Endpoints are locked, or one that is deleted meanwhile would keep a delivery that its deletion did not see.
 */
const receiveStatement: Prepared = {
  name: 'receive-event',
  text: `
    WITH first AS (
      INSERT INTO inbox (consumer, event_id) VALUES ($1::text, $2::uuid) ON CONFLICT DO NOTHING RETURNING event_id
    ), listening AS (
      SELECT e.id FROM endpoints e, first
      WHERE e.organization_id = $3::uuid AND e.deleted_at IS NULL AND $4::text = ANY(e.events)
      ORDER BY e.id FOR SHARE OF e
    ), event AS (
      INSERT INTO webhook_events
        (id, created_at, organization_id, type, subject_id, subject_status, payload, traceparent, awaiting)
      SELECT $2, $5::timestamptz, $3, $4, $6::text, $7::text, $8::text, $9::text, count(*) FROM listening
      HAVING count(*) > 0
    ), waiting AS (
      INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
      SELECT $2, id, $5, 'pending', true, $5 FROM listening
    ), told AS (
      INSERT INTO outbox (id, subject, headers, body)
      SELECT $10::uuid, $11::text, $12::jsonb, $13::bytea FROM first WHERE NOT EXISTS (SELECT FROM listening)
    )
    SELECT (SELECT count(*) FROM first)::int AS "isFirst", (SELECT count(*) FROM listening)::int AS listening`,
};

/** Takes an event in. Answers how many endpoints will be told; 0 as well when it was taken in before. */
export const receiveEvent = async (webhook: Webhook, happening: PartnerEvent): Promise<number> => {
  const news = outboxRow(eventDelivered, {
    webhookEventId: happening.eventId,
    organizationId: happening.organizationId,
    eventType: happening.type,
    subjectId: happening.subjectId,
    ...(happening.subjectStatus !== null && { status: happening.subjectStatus }),
  });
  const [row] = await runPrepared<{ isFirst: number; listening: number }>(webhook.db, receiveStatement, [
    consumerName,
    happening.eventId,
    happening.organizationId,
    happening.type,
    webhook.now(),
    happening.subjectId,
    happening.subjectStatus,
    `{"type":${JSON.stringify(happening.type)},"data":${happening.snapshot}}`,
    currentTraceparent() ?? happening.traceparent,
    news.id,
    news.subject,
    JSON.stringify(news.headers),
    news.body,
  ]);
  const listening = row?.listening ?? 0;
  if (listening > 0) webhook.work.ring();
  else if (row?.isFirst) wakeRelay(webhook.db);
  return listening;
};

/** The snapshot's `status`, where it has one. Throws `HopelessEvent` when the snapshot is not a JSON object. */
export const statusOf = (snapshot: string): string | null => {
  let value: unknown;
  try {
    value = JSON.parse(snapshot);
  } catch (cause) {
    throw new HopelessEvent('the snapshot is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HopelessEvent('the snapshot is not an object');
  const { status } = value as { status?: unknown };
  return typeof status === 'string' ? status : null;
};
