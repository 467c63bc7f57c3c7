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
  const filters = [
    organizations,
    query.endpointId ?? null,
    query.startTimestamp ?? null,
    query.endTimestamp ?? null,
    query.eventId ?? null,
    query.eventType ?? null,
    query.status?.flatMap(statesOf) ?? null,
    query.succeeded ?? null,
    query.httpCodeClass ? Number(query.httpCodeClass[0]) : null,
    query.query ? partOf(query.query) : null,
  ];
  const attempts = query.latest ? matching + latest : matching;
  const order = query.sorting[0] === 'created_at' ? 'ASC' : 'DESC';
  const [[total], rows] = await Promise.all([
    webhook.db.query(`SELECT count(*)::int AS count ${attempts}`, filters) as Promise<{ count: number }[]>,
    webhook.db.query(
      `SELECT ${columns} ${attempts} ORDER BY a.created_at ${order}, a.id ${order} LIMIT $11 OFFSET $12`,
      [...filters, query.limit, (query.page - 1) * query.limit],
    ) as Promise<ListedRow[]>,
  ]);
  return { rows, total: total?.count ?? 0 };
};

const matching = `
  FROM attempts a
  JOIN endpoints e ON e.id = a.endpoint_id AND e.deleted_at IS NULL AND e.organization_id = ANY($1::uuid[])
  JOIN deliveries d ON d.id = a.delivery_id
  JOIN webhook_events v ON v.id = d.event_id
  WHERE ($2::uuid[] IS NULL OR a.endpoint_id = ANY($2))
    AND ($3::timestamptz IS NULL OR a.created_at >= $3)
    AND ($4::timestamptz IS NULL OR a.created_at <= $4)
    AND ($5::uuid[] IS NULL OR d.event_id = ANY($5))
    AND ($6::text[] IS NULL OR v.type = ANY($6))
    AND ($7::text[] IS NULL OR d.state = ANY($7))
    AND ($8::boolean IS NULL OR a.succeeded = $8)
    AND ($9::int IS NULL OR a.http_code / 100 = $9)
    AND ($10::text IS NULL OR v.payload ILIKE $10)`;

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
