/**
 * Copies events to ClickHouse: first the history from before copying began, and concurrently everything that is
 * written or changed since. A batch and its number are stored before it is sent, with the number as ClickHouse's
 * deduplication token: after a crash the next process sends the same batch, so nothing is lost or written twice.
 */
import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from '@tessera/kit/database/sql';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { Big } from 'big.js';
import type { DataSource } from 'typeorm';
import type { CopyRound } from '../store/store.ts';
import { withoutValues } from './connect.ts';
import { hasHistory, makeTables, noteHistory } from './schema.ts';

const maxEvents = 10_000;
/** Maximum number of queue rows per batch; each stands for one statement's events. */
const maxWrites = 10_000;
/**
 * Minimum milliseconds between batches, even if a read is waiting: ClickHouse merges parts, and many small batches
 * are costly.
 */
const gatherMilliseconds = 250;
/** Longer than a batch takes. Two processes that copy the same batch do no harm: its token deduplicates it. */
const leaseSeconds = 30;

type Claim = {
  version: string;
  isComplete: boolean;
  organization: string | null;
  /** Text with microseconds. */
  at: string | null;
  id: string | null;
  batch: string | null;
  ids: string[] | null;
  isMore: boolean;
};

/** Creates missing tables in ClickHouse, and restarts the copy if they do not hold its history. */
export const startCopies = async (db: DataSource, client: ClickHouseClient): Promise<void> => {
  await makeTables(client);
  await db.query('SELECT start_usage_copies()');
  if (await hasHistory(client, await readVersion(db))) return;
  const [state] = await sql<{ begun: boolean }>(
    db,
    'SELECT is_complete OR cursor_id IS NOT NULL AS begun FROM usage_copying',
  );
  // A new ClickHouse, or one that has lost its tables: copy everything from the beginning.
  if (state?.begun) await db.query('SELECT stop_usage_copies(), start_usage_copies()');
  await noteHistory(client, await readVersion(db));
};

/**
 * Stops queueing when no process copies any more. Only after an hour: this replica may be one of the previous
 * configuration, or the copy may be made ahead of switching.
 */
export const endForgotten = (db: DataSource): Promise<unknown> =>
  db.query(
    `SELECT stop_usage_copies() FROM usage_copying WHERE is_on AND tried_at < now() - interval '1 hour'`,
  );

const readVersion = async (db: DataSource): Promise<string> => {
  const [row] = await sql<{ version: string }>(db, 'SELECT version::text AS version FROM usage_copying');
  return row?.version ?? '0';
};

/** Copies a batch of recent writes, or a page of the history. */
export const copyRound = async (db: DataSource, client: ClickHouseClient): Promise<CopyRound> => {
  const lease = randomUUID();
  const claim = await takeClaim(db, lease);
  if (typeof claim === 'string') return claim;
  try {
    if (claim.batch !== null && claim.ids !== null) {
      await copyBatch(db, client, { batch: claim.batch, ids: claim.ids });
      return 'more';
    }
    if (!claim.isComplete) {
      await copyPage(db, client, claim);
      return 'more';
    }
    return claim.isMore ? 'busy' : 'done';
  } finally {
    await db.query('UPDATE usage_copying SET lease = NULL, lease_until = NULL WHERE lease = $1', [lease]);
  }
};

/** Continues the pending batch, or begins one if enough events are waiting or have waited long enough. */
const takeClaim = async (db: DataSource, lease: string): Promise<Claim | 'busy' | 'off'> => {
  const [claim] = await sql<Claim>(
    db,
    `WITH state AS (
       SELECT batch, batch_ids, coalesce(sent_at < now() - interval '${gatherMilliseconds} milliseconds', true) AS is_time
       FROM usage_copying WHERE is_on AND coalesce(lease_until < now(), true) FOR UPDATE SKIP LOCKED
     ), waiting AS (
       SELECT id, cardinality(event_ids) AS size, sum(cardinality(event_ids)) OVER (ORDER BY id) AS up_to
       FROM usage_copies ORDER BY id LIMIT ${maxWrites}
     ), next AS (
       SELECT array_agg(id) FILTER (WHERE up_to - size < ${maxEvents}) AS ids, max(up_to) >= ${maxEvents} AS is_full,
         count(*) > 0 AS is_more FROM waiting
     ), chosen AS (
       SELECT coalesce(batch_ids, CASE WHEN is_time OR is_full THEN ids END) AS ids, batch, is_more FROM state, next
     )
     UPDATE usage_copying c SET lease = $1, lease_until = now() + interval '${leaseSeconds} seconds', tried_at = now(),
       batch = CASE WHEN chosen.ids IS NOT NULL THEN coalesce(chosen.batch, nextval('usage_copy_versions')) END,
       batch_ids = chosen.ids
     FROM chosen
     RETURNING c.version::text AS version, c.is_complete AS "isComplete", c.cursor_organization AS organization,
       c.cursor_at::text AS at, c.cursor_id AS id, c.batch::text AS batch, c.batch_ids::text[] AS ids,
       chosen.is_more AS "isMore"`,
    [lease],
  );
  if (claim) return claim;
  const [state] = await sql<{ is_on: boolean }>(db, 'SELECT is_on FROM usage_copying');
  return state?.is_on ? 'busy' : 'off';
};

/** SQL: a timestamp in ClickHouse's format: UTC, with milliseconds. */
const momentOf = (column: string): string => `left((${column} AT TIME ZONE 'UTC')::text, 23)`;
const columns = `e.id, e.organization_id, ${momentOf('e."timestamp"')} AS timestamp,
  ${momentOf('e.ingested_at')} AS ingested_at, e.source, e.name, e.customer_id, e.external_customer_id, e.external_id,
  e.voids, e.voided_by, e.is_late, e.metadata`;

type Copied = { id: string; organization_id: string; metadata: MetadataOut };

/** Metadata with a type prefix on each value; numbers without an exponent. */
const typedMetadata = (metadata: MetadataOut): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, typed(value)]));

const typed = (value: string | number | boolean): string => {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'boolean') return `b${value}`;
  const text = String(value);
  return `n${text.includes('e') ? new Big(text).toFixed() : text}`;
};

const send = async (
  client: ClickHouseClient,
  rows: readonly Copied[],
  { version, token }: { version: string; token: string },
): Promise<void> => {
  if (rows.length === 0) return;
  const sending = client.insert({
    table: 'usage_events',
    values: rows.map((row) => ({ ...row, metadata: typedMetadata(row.metadata), version })),
    format: 'JSONEachRow',
    clickhouse_settings: {
      insert_deduplication_token: token,
      insert_deduplicate: 1,
      // Respond only after the rows are stored, on a cluster too.
      async_insert: 0,
      distributed_foreground_insert: 1,
    },
  });
  await withoutValues(sending);
};

const copyBatch = async (
  db: DataSource,
  client: ClickHouseClient,
  { batch, ids }: { batch: string; ids: readonly string[] },
): Promise<void> => {
  const rows = await sql<Copied>(
    db,
    `SELECT DISTINCT ON (e.id) ${columns} FROM usage_copies c JOIN usage_events e
       ON e.id = ANY(c.event_ids) AND e."timestamp" BETWEEN c.first_at AND c.last_at
     WHERE c.id = ANY($1::bigint[]) ORDER BY e.id`,
    [ids],
  );
  await send(client, rows, { version: batch, token: `batch ${batch}` });
  await db.query(
    `WITH gone AS (DELETE FROM usage_copies WHERE id = ANY($2::bigint[]))
     UPDATE usage_copying SET batch = NULL, batch_ids = NULL, sent_at = now() WHERE batch = $1`,
    [batch, ids],
  );
};

/**
 * Copies a page ordered by organization, time and id. Concurrent writes are queued, whether before or behind the
 * cursor.
 */
const copyPage = async (db: DataSource, client: ClickHouseClient, claim: Claim): Promise<void> => {
  const { version, organization, at, id } = claim;
  const rows = await readPage(db, claim);
  await send(
    client,
    rows.map(({ at: _at, ...row }) => row),
    { version, token: `history ${version} ${organization} ${at} ${id}` },
  );
  const last = rows.at(-1);
  await db.query(
    `UPDATE usage_copying SET is_complete = $2, cursor_organization = coalesce($3::uuid, cursor_organization),
       cursor_at = coalesce($4::timestamptz, cursor_at), cursor_id = coalesce($5::uuid, cursor_id)
     WHERE version = $1 AND is_on AND cursor_id IS NOT DISTINCT FROM $6::uuid`,
    [version, rows.length < maxEvents, last?.organization_id, last?.at, last?.id, id],
  );
};

type PageRow = Copied & { at: string };

/**
 * Keyset pagination: first the rest of the cursor's organization, then the organizations behind it. For a single row
 * comparison of all three columns Postgres underestimates the row count, and reads and sorts everything left for each
 * page.
 */
const readPage = async (db: DataSource, { organization, at, id }: Claim): Promise<PageRow[]> => {
  const page = (where: string, values: unknown[], most: number): Promise<PageRow[]> =>
    sql<PageRow>(
      db,
      `SELECT ${columns}, e."timestamp"::text AS at FROM usage_events e WHERE ${where}
       ORDER BY e.organization_id, e."timestamp", e.id LIMIT ${most}`,
      values,
    );
  if (organization === null) return page('true', [], maxEvents);
  const own = await page(
    'e.organization_id = $1 AND (e."timestamp", e.id) > ($2::timestamptz, $3::uuid)',
    [organization, at, id],
    maxEvents,
  );
  if (own.length === maxEvents) return own;
  return [...own, ...(await page('e.organization_id > $1', [organization], maxEvents - own.length))];
};
