/** Lists the delivery attempts that a caller may read. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readableOrganizations } from '@tessera/kit/access/rules';
import { partOf } from '@tessera/kit/database/page';
import { sql } from '@tessera/kit/database/sql';
import { ignoreHangUp } from '@tessera/kit/http/send-json';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import {
  WebhookDelivery,
  type WebhookDeliveryListQuery,
  WebhookDeliveryPage,
} from '@tessera/proto/api/webhook/delivery';
import { toWire } from '@tessera/proto/api/wire';
import type { Response } from 'express';
import type { Webhook } from '../webhook.ts';
import { type AttemptRow, statesOf, viewAttempt } from './view.ts';

/** Null payload: long, read separately. */
type ListedRow = Omit<AttemptRow, 'payload'> & { payload: string | null };

/**
 * Sends a page of attempts, newest first, without those of deleted endpoints. A payload may have megabytes, and a page a
 * hundred of them: long payloads are read and sent one by one.
 */
export const sendDeliveries = async (
  webhook: Webhook,
  { caller, query, res }: { caller: Caller; query: WebhookDeliveryListQuery; res: Response },
): Promise<void> => {
  const { rows, total } = await findAttempts(webhook, caller, query);
  const { pagination } = pageReply([], total, query);
  const pieces = async function* () {
    yield '{"items":[';
    for (const [at, row] of rows.entries()) {
      const payload = row.payload ?? (await readPayload(webhook, row.eventId));
      const item = toWire(WebhookDelivery, viewAttempt({ ...row, payload }), 'snake');
      yield (at > 0 ? ',' : '') + JSON.stringify(item);
    }
    const rest = toWire(WebhookDeliveryPage.pick({ pagination: true }), { pagination }, 'snake');
    yield `],${JSON.stringify(rest).slice(1)}`;
  };
  res.setHeader('content-type', 'application/json');
  await pipeline(Readable.from(pieces()), res).catch(ignoreHangUp);
};

/** Returns an empty text if the event was purged in the meantime. */
const readPayload = async ({ db }: Webhook, eventId: string): Promise<string> => {
  const [event] = await sql<{ payload: string }>(db, 'SELECT payload FROM webhook_events WHERE id = $1', [
    eventId,
  ]);
  return event?.payload ?? '';
};

const findAttempts = async (webhook: Webhook, caller: Caller, query: WebhookDeliveryListQuery) => {
  const organizations = await readableOrganizations(webhook, caller, query.organizationId);
  const { attempts, values } = attemptsOf(organizations, query);
  const order = query.sorting[0] === 'created_at' ? 'ASC' : 'DESC';
  const sorted = `ORDER BY a.created_at ${order}, a.id ${order}`;
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const [[total], rows] = await Promise.all([
    webhook.db.query(`SELECT count(*)::int AS count ${attempts}`, values) as Promise<{ count: number }[]>,
    // Sorts ids only: messages are long, and read for the page alone.
    webhook.db.query(
      `SELECT ${columns} FROM (SELECT a.id ${attempts} ${sorted} LIMIT ${limit} OFFSET ${offset}) AS page
       JOIN attempts a ON a.id = page.id ${joinDeliveries} ${joinEvents} ${sorted}`,
      [...values, query.limit, (query.page - 1) * query.limit],
    ) as Promise<ListedRow[]>,
  ]);
  return { rows, total: total?.count ?? 0 };
};

const joinDeliveries = 'JOIN deliveries d ON d.id = a.delivery_id';
const joinEvents = 'JOIN webhook_events v ON v.id = d.event_id';

/** A condition on a value, and which rows it reads. Without a value it does not apply. */
type Filter = [of: 'attempt' | 'delivery' | 'event', condition: (value: string) => string, value: unknown];

/** Of one endpoint, the page is read in the order of its index; of several, all of their attempts are sorted. */
const endpointIs =
  (asked: readonly string[] | undefined) =>
  (ids: string): string =>
    asked?.length === 1 ? `a.endpoint_id = (${ids}::uuid[])[1]` : `a.endpoint_id = ANY(${ids}::uuid[])`;

const filtersOf = (organizations: readonly string[], query: WebhookDeliveryListQuery): Filter[] => [
  ['attempt', (ids) => `e.organization_id = ANY(${ids}::uuid[])`, organizations],
  ['attempt', endpointIs(query.endpointId), query.endpointId],
  ['attempt', (time) => `a.created_at >= ${time}::timestamptz`, query.startTimestamp],
  ['attempt', (time) => `a.created_at <= ${time}::timestamptz`, query.endTimestamp],
  ['attempt', (has) => `a.succeeded = ${has}::boolean`, query.succeeded],
  ['attempt', (digit) => `a.http_code / 100 = ${digit}::int`, query.httpCodeClass?.[0]],
  ['delivery', (ids) => `d.event_id = ANY(${ids}::uuid[])`, query.eventId],
  ['delivery', (states) => `d.state = ANY(${states}::text[])`, query.status?.flatMap(statesOf)],
  // The organization leads the index.
  ['event', (ids) => `v.organization_id = ANY(${ids}::uuid[])`, query.eventType && organizations],
  ['event', (types) => `v.type = ANY(${types}::text[])`, query.eventType],
  ['event', (part) => `v.payload ILIKE ${part}::text`, query.query && partOf(query.query)],
];

/** The attempts that match, as SQL. Joins only what a filter reads: without one, the attempts' index alone is read. */
export const attemptsOf = (organizations: readonly string[], query: WebhookDeliveryListQuery) => {
  const filters = filtersOf(organizations, query).filter(
    ([, , value]) => value !== undefined && value !== '',
  );
  const reads = new Set(filters.map(([of]) => of));
  const conditions = filters.map(([, condition], at) => condition(`$${at + 1}`));
  const attempts = `FROM attempts a JOIN endpoints e ON e.id = a.endpoint_id AND e.deleted_at IS NULL
    ${reads.has('delivery') || reads.has('event') || query.latest ? joinDeliveries : ''}
    ${reads.has('event') ? joinEvents : ''}
    WHERE ${conditions.join(' AND ')}${query.latest ? latest : ''}`;
  return { attempts, values: filters.map(([, , value]) => value) };
};

/** A redelivered message has a further delivery: the last attempt is the last of all its deliveries. */
const latest = `
    AND NOT EXISTS (SELECT 1 FROM attempts later JOIN deliveries of_event ON of_event.id = later.delivery_id
      WHERE of_event.event_id = d.event_id AND later.endpoint_id = a.endpoint_id
        AND (later.created_at, later.id) > (a.created_at, a.id))`;

const columns = `
  a.id, a.created_at AS "createdAt", a.succeeded, a.http_code AS "httpCode", a.duration_ms AS "durationMs",
  a.response, a.error, a.endpoint_id AS "endpointId", d.state, d.modified_at AS "modifiedAt",
  d.last_http_code AS "lastHttpCode", v.id AS "eventId", v.created_at AS "eventCreatedAt", v.type,
  CASE WHEN octet_length(v.payload) <= 16384 THEN v.payload END AS payload`;
