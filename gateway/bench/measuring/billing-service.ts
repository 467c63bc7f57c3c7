/** Billing alone with its own servers, for benches of this service; requests carry passports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPassportIssuer } from '@tessera/kit/http/passport';
import { startNats, startPostgres } from '@tessera/local/servers/servers';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import { startMailServer } from './mail-server.ts';
import { freePort, startProcess } from './process.ts';

const source = new URL('../../../services/billing/src/main.ts', import.meta.url).pathname;

/** Number of calls and total duration of statements, by their text. */
export type StatementCounts = Map<string, { calls: number; ms: number }>;

const bounds = /^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK)/i;

/** Returns the number of executed statements, without those that begin and end transactions. */
export const sumStatements = (counts: StatementCounts): number =>
  [...counts].reduce((sum, [query, { calls }]) => (bounds.test(query) ? sum : sum + calls), 0);

/**
 * Prints the statements executed between two counts, the most frequent first, with their number per unit (of `per`
 * units).
 */
export const printStatements = (
  { before, after }: { before: StatementCounts; after: StatementCounts },
  per: number,
): void => {
  const run = [...after].map(([query, { calls, ms }]) => {
    const known = before.get(query);
    return { query, calls: calls - (known?.calls ?? 0), ms: ms - (known?.ms ?? 0) };
  });
  for (const { query, calls, ms } of run.toSorted((one, other) => other.calls - one.calls))
    if (calls / per > 0.005)
      console.log(
        `${(calls / per).toFixed(3)}  ${((1000 * ms) / per).toFixed(0)} us  ${query.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
      );
};

/**
 * Inserts a complete copy of an organization into billing's database: no organization service runs that could be
 * asked.
 */
export const addOrganization = async (client: pg.Client, id: string): Promise<void> => {
  await client.query(
    `INSERT INTO organizations (id, name, slug, allow_multiple_subscriptions, is_whole, snapshot, revision)
     VALUES ($1, 'Bench', $2, true, true, '{}', 1)`,
    [id, `bench-${id}`],
  );
};

/**
 * Starts Postgres and NATS in a temporary folder; billing can be started on several databases. `isDurable`: commits
 * wait for the disk.
 */
export const startBillingServers = async ({ isDurable = false }: { isDurable?: boolean } = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), fsync: isDurable, environment: {} });
  const options = join(dir, 'options.json');
  await writeFile(options, JSON.stringify({ billing: { sandbox: true } }));
  const { passportKey, headersOf } = await createPassports();
  const stops: (() => Promise<unknown>)[] = [];
  // Without a mail server each mail would be retried again and again, which would disturb the measurement.
  const mails = await startMailServer();
  const databaseUrl = (name: string): string => {
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const connect = async (name: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl(name) });
    await client.connect();
    return client;
  };
  return {
    connect,
    databaseUrl,
    /**
     * Makes Postgres count statements; call it before billing starts, because it restarts Postgres. Returns a
     * function that reads the counts of a database.
     */
    countStatements: async () => {
      const counter = await startCounting(postgres, () => connect('postgres'));
      stops.push(() => counter.end());
      return (database: string): Promise<StatementCounts> => readCounts(counter, database);
    },
    /**
     * Starts billing on a database, with a NATS server of its own. `isApart`: background work runs in a separate
     * process.
     */
    startBilling: async (database: string, { isApart = false }: { isApart?: boolean } = {}) => {
      const nats = await startNats({ dir: join(dir, `nats-${stops.length}`) });
      const servers = { databaseUrl: databaseUrl(database), natsUrl: nats.url, smtpUrl: mails.url };
      const processes = await startProcesses(environmentOf({ ...servers, passportKey, options }), isApart);
      let stopped: Promise<void> | undefined;
      const stopAll = async (): Promise<void> => {
        await processes.stop();
        await nats.stop();
      };
      // Idempotent: a process that has ended does not end again.
      const stop = (): Promise<void> => (stopped ??= stopAll());
      stops.push(stop);
      return { url: `${processes.url}/api/billing/v1`, stop };
    },
    headersOf,
    stop: async () => {
      for (const stop of stops) await stop().catch(() => undefined);
      await mails.stop();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
};

/** Creates the keys of passports. `passportKey`: the public one, as a JWK. */
const createPassports = async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const mint = await createPassportIssuer(JSON.stringify(await exportJWK(privateKey)));
  return {
    passportKey: JSON.stringify(await exportJWK(publicKey)),
    /** Returns the headers of an organization access token with all scopes. */
    headersOf: async (organizationId: string): Promise<Record<string, string>> => ({
      [passportHeader]: await mint({
        kind: 'token',
        tokenId: organizationId,
        organizationId,
        scopes,
      } satisfies PassportClaims),
    }),
  };
};

/** Has Postgres count statements, for which it restarts. Returns a connection that can read the counts. */
const startCounting = async (
  postgres: { restart: () => Promise<unknown> },
  connect: () => Promise<pg.Client>,
): Promise<pg.Client> => {
  const admin = await connect();
  await admin.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await admin.end();
  await postgres.restart();
  const counter = await connect();
  await counter.query('CREATE EXTENSION pg_stat_statements');
  return counter;
};

const readCounts = async (counter: pg.Client, database: string): Promise<StatementCounts> => {
  const { rows } = await counter.query<{ query: string; calls: string; ms: number }>(
    `SELECT s.query, sum(calls) AS calls, sum(total_exec_time) AS ms
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = $1 GROUP BY s.query`,
    [database],
  );
  return new Map(rows.map(({ query, calls, ms }) => [query, { calls: Number(calls), ms }]));
};

/** `options`: the path of the options file. */
type Place = { databaseUrl: string; natsUrl: string; smtpUrl: string; passportKey: string; options: string };

const environmentOf = ({ databaseUrl, natsUrl, smtpUrl, passportKey, options }: Place) => ({
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: databaseUrl,
  NATS_URL: natsUrl,
  PASSPORT_PUBLIC_KEY: passportKey,
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: smtpUrl,
  LOG_LEVEL: 'fatal',
  // As installed: replies are not validated against their schemas.
  TESSERA_MODE: 'production',
  TESSERA_CONFIG: options,
});

/** Starts billing in one process, or with its background work in another. */
const startProcesses = async (environment: Record<string, string>, isApart: boolean) => {
  const start = async (mode: string) =>
    startProcess(source, await freePort(), { ...environment, WORKER_MODE: mode });
  const process = await start(isApart ? 'server' : 'shared');
  const worker = isApart ? await start('worker') : null;
  return {
    url: process.url,
    stop: async (): Promise<void> => {
      await process.stop();
      await worker?.stop();
    },
  };
};

const scopes = [
  'products',
  'benefits',
  'customers',
  'checkouts',
  'orders',
  'subscriptions',
  'meters',
  'events',
  'refunds',
  'license_keys',
]
  .flatMap((name) => [`${name}:read`, `${name}:write`])
  .concat('metrics:read', 'payments:read');
