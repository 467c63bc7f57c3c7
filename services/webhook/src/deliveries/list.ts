/** Lists the delivery attempts that a caller may read. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readableOrganizations } from '@tessera/kit/access/rules';
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
import { contains, searchedIn } from './search.ts';
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
  if (query.query) return searchAttempts(webhook, organizations, query);
  const [total, rows] = await Promise.all([
    countAttempts(webhook, organizations, query),
    pageAttempts(webhook, organizations, query),
  ]);
  return { rows, total };
};

type Listing = [webhook: Webhook, organizations: readonly string[], query: WebhookDeliveryListQuery];

const countAttempts = async (...[{ db }, organizations, query]: Listing): Promise<number> => {
  const { attempts, values, reads } = attemptsOf(organizations, query);
  const isOfMessages = query.latest && [...reads].every((of) => of === 'endpoint');
  const statement = isOfMessages
    ? countMessages(attempts.ofEndpoints)
    : `SELECT count(*)::int AS count ${attempts.all}`;
  const [row] = await sql<{ count: number }>(db, statement, values);
  return row?.count ?? 0;
};

/** Reads each endpoint along its index, and merges. Sorts ids only: messages are long, and read for the page alone. */
const pageAttempts = (...[{ db }, organizations, query]: Listing): Promise<ListedRow[]> => {
  const { attempts, values } = attemptsOf(organizations, query);
  const sorted = orderOf(query);
  const [limit, offset] = [`$${values.length + 1}::int`, `$${values.length + 2}::int`];
  return sql<ListedRow>(
    db,
    `SELECT ${columns} FROM (
       SELECT a.id FROM endpoints e CROSS JOIN LATERAL (
         SELECT a.id, a.created_at ${attempts.ofOne} ${sorted} LIMIT ${limit} + ${offset}
       ) AS a WHERE ${attempts.ofEndpoints} ${sorted} LIMIT ${limit} OFFSET ${offset}
     ) AS page JOIN attempts a ON a.id = page.id ${joinDeliveries} ${joinEvents} ${sorted}`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
};

/** Looks for the text once: it is in no index, so the statement that finds the page counts as well. */
const searchAttempts = async (...[webhook, organizations, query]: Listing) => {
  const { attempts, values } = attemptsOf(organizations, query);
  const sorted = orderOf(query);
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const rows = await sql<ListedRow & { total: number }>(
    webhook.db,
    `SELECT ${columns}, page.total FROM (
       SELECT a.id, count(*) OVER ()::int AS total ${attempts.all} ${sorted} LIMIT ${limit} OFFSET ${offset}
     ) AS page JOIN attempts a ON a.id = page.id ${joinDeliveries} ${joinEvents} ${sorted}`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  const isCounted = rows.length > 0 || query.page === 1;
  const total = isCounted ? (rows[0]?.total ?? 0) : await countAttempts(webhook, organizations, query);
  return { rows, total };
};

const orderOf = ({ sorting }: WebhookDeliveryListQuery): string => {
  const direction = sorting[0] === 'created_at' ? 'ASC' : 'DESC';
  return `ORDER BY a.created_at ${direction}, a.id ${direction}`;
};

/** The endpoint is that of the attempt, and leads the indexes of deliveries. */
const joinDeliveries = 'JOIN deliveries d ON d.id = a.delivery_id AND d.endpoint_id = a.endpoint_id';
const joinEvents = 'JOIN webhook_events v ON v.id = d.event_id';

type Source = 'endpoint' | 'attempt' | 'delivery' | 'event';
/** A condition on a value, and which rows it reads. Without a value it does not apply. */
type Filter = [of: Source, condition: (value: string) => string, value: unknown];

const filtersOf = (organizations: readonly string[], query: WebhookDeliveryListQuery): Filter[] => [
  ['endpoint', (ids) => `e.organization_id = ANY(${ids}::uuid[])`, organizations],
  ['endpoint', (ids) => `e.id = ANY(${ids}::uuid[])`, query.endpointId],
  ['attempt', (time) => `a.created_at >= ${time}::timestamptz`, query.startTimestamp],
  ['attempt', (time) => `a.created_at <= ${time}::timestamptz`, query.endTimestamp],
  ['attempt', (has) => `a.succeeded = ${has}::boolean`, query.succeeded],
  ['attempt', (digit) => `a.http_code / 100 = ${digit}::int`, query.httpCodeClass?.[0]],
  ['delivery', (ids) => `d.event_id = ANY(${ids}::uuid[])`, query.eventId],
  ['delivery', isIn(query.status?.flatMap(statesOf)), query.status?.flatMap(statesOf)],
  // The organization leads the index.
  ['event', (ids) => `v.organization_id = ANY(${ids}::uuid[])`, query.eventType && organizations],
  ['event', (types) => `v.type = ANY(${types}::text[])`, query.eventType],
  ['event', (values) => contains('v.payload', values), query.query && searchedIn(query.query)],
];

/** Named in the statement as well: what did not arrive is little, and in an index of its own (migration 013). */
const isIn =
  (states: readonly string[] = []) =>
  (values: string): string =>
    `d.state = ANY(${values}::text[]) AND d.state IN ('${states.join("', '")}')`;

/**
 * The attempts that match, as SQL, and what the filters read: `all`, or `ofOne` endpoint `e`, of those that meet the
 * condition `ofEndpoints`. Joins only what a filter reads: without one, the attempts' index alone is read.
 */
export const attemptsOf = (organizations: readonly string[], query: WebhookDeliveryListQuery) => {
  const filters = filtersOf(organizations, query).filter(
    ([, , value]) => value !== undefined && value !== '',
  );
  const reads = new Set(filters.map(([of]) => of));
  const placed = filters.map(([of, condition], at) => ({ of, text: condition(`$${at + 1}`) }));
  const ofEndpoints = [
    'e.deleted_at IS NULL',
    ...placed.filter(({ of }) => of === 'endpoint').map(({ text }) => text),
  ].join(' AND ');
  const joins = `${reads.has('delivery') || reads.has('event') || query.latest ? joinDeliveries : ''}
    ${reads.has('event') ? joinEvents : ''}`;
  const others = placed.filter(({ of }) => of !== 'endpoint').map(({ text }) => ` AND ${text}`);
  const rest = `${others.join('')}${query.latest ? latest : ''}`;
  return {
    attempts: {
      all: `FROM endpoints e JOIN attempts a ON a.endpoint_id = e.id ${joins} WHERE ${ofEndpoints}${rest}`,
      ofOne: `FROM attempts a ${joins} WHERE a.endpoint_id = e.id${rest}`,
      ofEndpoints,
    },
    values: filters.map(([, , value]) => value),
    reads,
  };
};

/**
 * Counts the messages that were attempted. Those of settled deliveries are counted in the index alone; others, which
 * are few, may have been canceled before their first attempt.
 */
const countMessages = (ofEndpoints: string): string => `
  SELECT coalesce(sum(settled.count + others.count), 0)::int AS count FROM endpoints e
  CROSS JOIN LATERAL (
    SELECT count(*) FROM (
      SELECT DISTINCT event_id FROM deliveries d WHERE d.endpoint_id = e.id AND ${isSettled('d')}) AS messages
  ) AS settled
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT d.event_id) FROM deliveries d
    WHERE d.endpoint_id = e.id AND d.state IN ('pending', 'canceled')
      AND EXISTS (SELECT FROM attempts a WHERE a.delivery_id = d.id)
      AND NOT EXISTS (SELECT FROM deliveries other
        WHERE other.endpoint_id = e.id AND other.event_id = d.event_id AND ${isSettled('other')})
  ) AS others
  WHERE ${ofEndpoints}`;

/** Settled by an attempt. */
const isSettled = (delivery: string): string => `${delivery}.state IN ('succeeded', 'failed')`;

/** A redelivered message has a further delivery: the last attempt is the last of all its deliveries. */
const latest = `
    AND NOT EXISTS (SELECT 1 FROM attempts later JOIN deliveries of_event ON of_event.id = later.delivery_id
      WHERE of_event.event_id = d.event_id AND later.endpoint_id = a.endpoint_id
        AND (later.created_at, later.id) > (a.created_at, a.id))`;

const columns = `
  a.id, a.created_at AS "createdAt", a.succeeded, a.http_code AS "httpCode", a.duration_ms AS "durationMs",
  a.response, a.error, a.endpoint_id AS "endpointId", d.state, d.modified_at AS "modifiedAt",
  d.last_http_code AS "lastHttpCode", v.id AS "eventId", v.created_at AS "eventCreatedAt", v.type,
  v.test_of IS NOT NULL AS "isTest",
  CASE WHEN octet_length(v.payload) <= 16384 THEN v.payload END AS payload`;
