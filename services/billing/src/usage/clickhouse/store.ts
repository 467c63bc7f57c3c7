/**
 * The event store with ClickHouse. Postgres ingests, deduplicates and counts events in one commit as without it;
 * ClickHouse holds a copy for lists and sums. A read waits until writes from before it are copied. While the history
 * is being copied, or when ClickHouse does not respond, Postgres is read instead.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from '@tessera/kit/database/sql';
import type { Logger } from '@tessera/kit/log';
import type { DataSource } from 'typeorm';
import { countByNames } from '../postgres/read.ts';
import { createPostgresStore } from '../postgres/store.ts';
import type { CopyRound, EventFilter, SumsQuery, UsageCopies, UsageStore } from '../store/store.ts';
import type { Called } from './conditions.ts';
import { copyRound, startCopies } from './copy.ts';
import { hasEvent, newestEvents, pageEvents, pageNames, sumEvents } from './read.ts';

type Connections = { db: DataSource; client: ClickHouseClient; log: Logger };

/** How long a read waits for the copy of earlier writes before it falls back to Postgres. */
const patienceMilliseconds = 3_000;
const restMilliseconds = 25;
/** How long reads go directly to Postgres after ClickHouse did not respond in time. */
const awayMilliseconds = 5_000;

export const createClickHouseStore = ({ db, client, log }: Connections): UsageStore & UsageCopies => {
  const postgres = createPostgresStore(db);
  const copy = oneAtATime(() => copyRound(db, client));
  const read = readWithPostgres({ db, log, copy });
  const findAll = async (filter: Naming) => ({ called: await findCalled(db, filter) });
  return {
    start: () => startCopies(db, client),
    copy,
    insert: postgres.insert,
    // By primary key, where Postgres is faster.
    find: postgres.find,
    // Postgres keeps name counts as it ingests events; only those of customers need a scan of events.
    names: (filter, paging) =>
      filter.customers || filter.externalCustomers
        ? read(filter.organizations, {
            copy: async () => pageNames(client, { filter, paging, ...(await findAll(filter)) }),
            postgres: () => postgres.names(filter, paging),
          })
        : postgres.names(filter, paging),
    some: (filter) =>
      read(filter.organizations, {
        copy: async () => hasEvent(client, { filter, ...(await findAll(filter)) }),
        postgres: () => postgres.some(filter),
      }),
    // Postgres' index scan by time is faster than merging versions in ClickHouse.
    page: (filter, paging) =>
      isOfOrganizationsOnly(filter)
        ? postgres.page(filter, paging)
        : read(filter.organizations, {
            copy: async () =>
              pageEvents(client, {
                filter,
                paging,
                ...(await findAll(filter)),
                total: await countByNames(db, filter),
              }),
            postgres: () => postgres.page(filter, paging),
          }),
    newest: (filter, most) =>
      isOfOrganizationsOnly({ ...filter, before: undefined })
        ? postgres.newest(filter, most)
        : read(filter.organizations, {
            copy: async () => newestEvents(client, { filter, most, ...(await findAll(filter)) }),
            postgres: () => postgres.newest(filter, most),
          }),
    sums: (query) =>
      read(query.organizations, {
        copy: async () =>
          sumEvents(client, { query, ...(await findAll(query)), starts: await findStarts(db, query) }),
        postgres: () => postgres.sums(query),
      }),
  };
};

const isOfOrganizationsOnly = ({ organizations: _o, ...others }: EventFilter): boolean =>
  Object.values(others).every((value) => value === undefined);

type Naming = Pick<EventFilter, 'organizations' | 'externalCustomers'>;
type Copy = () => Promise<CopyRound>;

/** Concurrent callers share the running round. */
const oneAtATime = (round: Copy): Copy => {
  let running: Promise<CopyRound> | undefined;
  return () => {
    running ??= round().finally(() => {
      running = undefined;
    });
    return running;
  };
};

/** Reads from the copy, or from Postgres if that returns null, is incomplete or does not respond in time. */
const readWithPostgres = ({ db, log, copy }: { db: DataSource; log: Logger; copy: Copy }) => {
  let awayUntil = 0;
  const away = (why: object): void => {
    awayUntil = performance.now() + awayMilliseconds;
    log.warn(why, 'ClickHouse has no answer, Postgres gives it');
  };
  return async <Result>(
    organizations: readonly string[],
    from: { copy: () => Promise<Result | null>; postgres: () => Promise<Result> },
  ): Promise<Result> => {
    if (performance.now() < awayUntil) return from.postgres();
    try {
      const state = await waitForCopy(db, organizations, copy);
      if (state === 'copied') return (await from.copy()) ?? (await from.postgres());
      if (state === 'behind') away({ organizations });
    } catch (error) {
      away({ err: error });
    }
    return from.postgres();
  };
};

/** Waits until all earlier writes of these organizations are copied. `absent`: the history is not complete yet. */
const waitForCopy = async (
  db: DataSource,
  organizations: readonly string[],
  copy: Copy,
): Promise<'copied' | 'behind' | 'absent'> => {
  const [state] = await sql<{ isReady: boolean; last: string | null }>(
    db,
    `SELECT is_on AND is_complete AS "isReady",
       (SELECT max(id)::text FROM usage_copies WHERE organization_id = ANY($1::uuid[])) AS last FROM usage_copying`,
    [organizations],
  );
  if (!state?.isReady) return 'absent';
  if (state.last === null) return 'copied';
  const until = performance.now() + patienceMilliseconds;
  while (performance.now() < until) {
    const round = await copy();
    if (round === 'off') return 'absent';
    const [left] = await sql(
      db,
      'SELECT 1 FROM usage_copies WHERE organization_id = ANY($1::uuid[]) AND id <= $2 LIMIT 1',
      [organizations, state.last],
    );
    if (!left) return 'copied';
    if (round === 'busy') await delay(restMilliseconds);
  }
  return 'behind';
};

/** Returns the customers who have the external ids now. */
const findCalled = async (db: DataSource, { organizations, externalCustomers }: Naming): Promise<Called[]> =>
  externalCustomers
    ? sql<Called>(
        db,
        `SELECT organization_id AS "organizationId", id AS "customerId" FROM customers
         WHERE organization_id = ANY($1::uuid[]) AND external_id = ANY($2::text[]) AND deleted_at IS NULL`,
        [organizations, externalCustomers],
      )
    : [];

/** Shorter than any period of the kind, including those with clock changes. */
const steps = { hour: '15 minutes', day: '6 hours', week: '1 day', month: '7 days', year: '30 days' };

/** Returns the starts of a range's periods; empty: it is added up as a whole. */
const findStarts = async (
  db: DataSource,
  { interval, from, through, timezone }: SumsQuery,
): Promise<Date[]> => {
  if (interval === null) return [];
  const rows = await sql<{ start: Date }>(
    db,
    `SELECT DISTINCT date_trunc($3::text, moment, $4::text) AS start FROM (
       SELECT generate_series($1::timestamptz, $2::timestamptz, $5::interval) AS moment UNION ALL SELECT $2::timestamptz
     ) AS moments ORDER BY 1`,
    [from, through, interval, timezone, steps[interval]],
  );
  return rows.map(({ start }) => start);
};
