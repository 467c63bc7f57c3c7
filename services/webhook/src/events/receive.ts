/** Turns each event into one delivery per subscribed endpoint, exactly once; one statement receives many events. */
import { wakeWork } from '@tessera/kit/background/wake';
import { type Prepared, runPrepared } from '@tessera/kit/database/sql';
import { HopelessEvent } from '@tessera/kit/events/bus';
import { wakeRelay } from '@tessera/kit/events/outbox';
import { isDeliveryAwaited } from '@tessera/proto/events/webhook';
import { LRUCache } from 'lru-cache';
import { deliveredColumns } from '../deliveries/delivered.ts';
import { isForChats } from '../deliveries/formats.ts';
import { deliveryWork, type Webhook } from '../webhook.ts';

/** An event as partners receive it. `snapshot` is JSON as in the API. */
export type PartnerEvent = {
  eventId: string;
  type: string;
  organizationId: string;
  subjectId: string;
  subjectStatus: string | null;
  /** Events with the same key reach an endpoint in the order of the list. */
  sequenceKey: string;
  /** Whether endpoints of chats receive it as well. */
  isForChats: boolean;
  snapshot: string;
  traceparent: string | null;
};

export const consumerName = 'events';

/** Condition: endpoint `e` is subscribed to event `g`. */
const listens = `e.organization_id = g.organization_id AND e.deleted_at IS NULL AND e.enabled
        AND g.type = ANY(e.events) AND (g.is_for_chats OR e.format = 'raw')`;

/**
 * Writes the inbox rows, the events with their payloads, the deliveries, and, for an event without subscribers whose
 * delivery is awaited, an outbox row that reports it as delivered. Other events without subscribers leave nothing: most
 * have none, and their payload is in billing and may be omitted. One that the bus delivers again is sent only to an
 * endpoint that has subscribed in between, as if it had come later. If a payload was omitted but an endpoint is subscribed
 * after all, the statement writes nothing and returns a row without an event. Endpoints are locked, so that a concurrent
 * deletion sees every delivery. `heard` and `listening` see the same endpoints, because a statement reads one snapshot.
 */
const receiveStatement: Prepared = {
  name: 'receive-events',
  text: `
    WITH given AS MATERIALIZED (
      SELECT * FROM ROWS FROM (json_to_recordset($1::json) AS (
        event_id uuid, type text, organization_id uuid, subject_id text, subject_status text, sequence_key text,
        is_for_chats boolean, payload text, traceparent text, outbox_id uuid, outbox_subject text, outbox_headers jsonb, outbox_body text
      )) WITH ORDINALITY AS g (event_id, type, organization_id, subject_id, subject_status, sequence_key, is_for_chats,
        payload, traceparent, outbox_id, outbox_subject, outbox_headers, outbox_body, position)
    ), heard AS MATERIALIZED (
      SELECT g.event_id, g.payload IS NULL AS is_missed FROM given g JOIN endpoints e ON ${listens}
    ), missed AS MATERIALIZED (
      SELECT 1 FROM heard WHERE is_missed LIMIT 1
    ), first AS (
      INSERT INTO inbox (consumer, event_id) SELECT $2::text, event_id FROM given
      WHERE (outbox_id IS NOT NULL OR event_id IN (SELECT event_id FROM heard)) AND NOT EXISTS (SELECT FROM missed)
      ORDER BY event_id
      ON CONFLICT DO NOTHING RETURNING event_id
    ), listening AS MATERIALIZED (
      SELECT e.id, g.event_id FROM first JOIN given g USING (event_id) JOIN endpoints e ON ${listens}
      ORDER BY e.id FOR SHARE OF e
    ), counted AS (
      SELECT event_id, count(*) AS listeners FROM listening GROUP BY event_id
    ), event AS (
      INSERT INTO webhook_events
        (id, created_at, organization_id, type, subject_id, subject_status, payload, traceparent, awaiting)
      SELECT g.event_id, $3::timestamptz, g.organization_id, g.type, g.subject_id, g.subject_status, g.payload,
        g.traceparent, CASE WHEN g.outbox_id IS NULL THEN 0 ELSE listeners END
      FROM counted JOIN given g USING (event_id)
    ), waiting AS (
      INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at, sequence_key)
      SELECT g.event_id, listening.id, $3, 'pending', g.outbox_id IS NOT NULL, $3, g.sequence_key
      FROM listening JOIN given g USING (event_id) ORDER BY g.position
    ), announced AS (
      INSERT INTO outbox (id, subject, headers, body)
      SELECT g.outbox_id, g.outbox_subject, g.outbox_headers, decode(g.outbox_body, 'base64')
      FROM first JOIN given g USING (event_id)
      WHERE g.outbox_id IS NOT NULL AND NOT EXISTS (SELECT FROM counted WHERE counted.event_id = g.event_id)
      RETURNING 1
    )
    SELECT event_id AS "eventId", coalesce(listeners, 0)::int AS listeners, (SELECT count(*) FROM announced)::int AS announced
    FROM first LEFT JOIN counted USING (event_id)
    UNION ALL SELECT NULL, 0, 0 FROM missed`,
};

/**
 * Whether events of an organization and type had subscribers last time. A wrong guess costs another statement. Most events
 * have no subscribers, and payloads are most of what a statement has to read.
 */
const listened = new LRUCache<string, boolean>({ max: 10_000 });
const kindOf = ({ organizationId, type, isForChats }: PartnerEvent): string =>
  `${organizationId} ${type} ${isForChats}`;

/**
 * Receives events. Returns for each of them the number of subscribed endpoints; 0 also for an event that was received
 * before, or that occurs earlier in the list.
 */
export const receiveEvents = async (webhook: Webhook, events: readonly PartnerEvent[]): Promise<number[]> => {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const all = [...byId.values()];
  const isHeard = (event: PartnerEvent) => listened.get(kindOf(event)) !== false;
  const rows = (await take(webhook, all, isHeard)) ?? (await take(webhook, all, () => true)) ?? [];
  if (rows.some(({ listeners }) => listeners > 0)) wakeWork(webhook.db, [deliveryWork]);
  if (rows.some(({ announced }) => announced > 0)) wakeRelay(webhook.db);
  const left = new Map(rows.map(({ eventId, listeners }) => [eventId, listeners]));
  for (const event of all) listened.set(kindOf(event), (left.get(event.eventId) ?? 0) > 0);
  return events.map(({ eventId }) => {
    const listeners = left.get(eventId) ?? 0;
    left.delete(eventId);
    return listeners;
  });
};

type Taken = { eventId: string; listeners: number; announced: number };

/** Passes the payloads of events that probably have subscribers. Null: another one has, and nothing was written. */
const take = async (
  webhook: Webhook,
  events: readonly PartnerEvent[],
  isHeard: (event: PartnerEvent) => boolean,
): Promise<Taken[] | null> => {
  const rows = await runPrepared<Omit<Taken, 'eventId'> & { eventId: string | null }>(
    webhook.db,
    receiveStatement,
    [JSON.stringify(events.map((event) => rowOf(event, isHeard(event)))), consumerName, webhook.now()],
  );
  const taken = rows.filter((row): row is Taken => row.eventId !== null);
  return taken.length === rows.length ? taken : null;
};

const rowOf = (event: PartnerEvent, isHeard: boolean) => ({
  event_id: event.eventId,
  type: event.type,
  organization_id: event.organizationId,
  subject_id: event.subjectId,
  subject_status: event.subjectStatus,
  sequence_key: event.sequenceKey,
  is_for_chats: event.isForChats,
  ...(isHeard && { payload: `{"type":${JSON.stringify(event.type)},"data":${event.snapshot}}` }),
  traceparent: event.traceparent,
  ...(isDeliveryAwaited(event.type, event.subjectStatus) && deliveredColumns(event)),
});

/**
 * Reads from a snapshot its `status`, its customer's id (each null where absent), and whether chats receive the event.
 * Throws `HopelessEvent` when the snapshot is not a JSON object.
 */
export const factsOf = (
  type: string,
  snapshot: string,
): { status: string | null; customerId: string | null; isForChats: boolean } => {
  let value: unknown;
  try {
    value = JSON.parse(snapshot);
  } catch (cause) {
    throw new HopelessEvent('the snapshot is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HopelessEvent('the snapshot is not an object');
  const { status, customer_id: customerId } = value as { status?: unknown; customer_id?: unknown };
  return {
    status: textOrNull(status),
    customerId: textOrNull(customerId),
    isForChats: isForChats(type, value as Record<string, unknown>),
  };
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
