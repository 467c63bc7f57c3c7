/** Billing alone, on servers of its own, for the benches that look at one service: spoken to with passports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPassportIssuer } from '@tessera/kit/passport';
import { startNats, startPostgres } from '@tessera/local/servers';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import { startMailServer } from './mail-server.ts';
import { freePort, startProcess } from './process.ts';

const source = new URL('../../services/billing/src/main.ts', import.meta.url).pathname;

/** How often statements were run, and how long they took, by their text. */
export type StatementCounts = Map<string, { calls: number; ms: number }>;

const bounds = /^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK)/i;

/** How many statements were run, without those that begin and end transactions. */
export const sumStatements = (counts: StatementCounts): number =>
  [...counts].reduce((sum, [query, { calls }]) => (bounds.test(query) ? sum : sum + calls), 0);

/** Prints what was run between two counts, the most often first, as so many of each of `per`. */
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

/** What billing's copy has of an organization that it has heard all of: nobody is there who could be asked for more. */
export const addOrganization = async (client: pg.Client, id: string): Promise<void> => {
  await client.query(
    `INSERT INTO organizations (id, name, slug, allow_multiple_subscriptions, is_whole, snapshot, revision)
     VALUES ($1, 'Bench', $2, true, true, '{}', 1)`,
    [id, `bench-${id}`],
  );
};

/**
 * Postgres and NATS in a throwaway folder, and billing on as many of its databases as wanted. `isDurable`: commits wait for
 * the disk.
 */
export const startBillingServers = async ({ isDurable = false }: { isDurable?: boolean } = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), fsync: isDurable, environment: {} });
  const options = join(dir, 'options.json');
  await writeFile(options, JSON.stringify({ billing: { sandbox: true } }));
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const mint = await createPassportIssuer(JSON.stringify(await exportJWK(privateKey)));
  const stops: (() => Promise<unknown>)[] = [];
  // One that is away would have each mail tried again and again, which is no part of what is measured.
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
     * Makes Postgres count statements, which restarts it: before billing is started. Answers how often a database has run
     * each.
     */
    countStatements: async () => {
      const admin = await connect('postgres');
      await admin.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
      await admin.end();
      await postgres.restart();
      const counter = await connect('postgres');
      await counter.query('CREATE EXTENSION pg_stat_statements');
      stops.push(() => counter.end());
      return async (database: string): Promise<StatementCounts> => {
        const { rows } = await counter.query<{ query: string; calls: string; ms: number }>(
          `SELECT s.query, sum(calls) AS calls, sum(total_exec_time) AS ms
           FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
           WHERE d.datname = $1 GROUP BY s.query`,
          [database],
        );
        return new Map(rows.map(({ query, calls, ms }) => [query, { calls: Number(calls), ms }]));
      };
    },
    /** Starts billing on a database, each with a bus of its own. `isApart`: the work that nobody waits for in a process of its own. */
    startBilling: async (database: string, { isApart = false }: { isApart?: boolean } = {}) => {
      const nats = await startNats({ dir: join(dir, `nats-${stops.length}`) });
      const environment = {
        PUBLIC_URL: 'http://localhost:3000',
        DATABASE_URL: databaseUrl(database),
        NATS_URL: nats.url,
        PASSPORT_PUBLIC_KEY: JSON.stringify(await exportJWK(publicKey)),
        ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
        SMTP_URL: mails.url,
        LOG_LEVEL: 'fatal',
        // As installed: replies are not checked against their shapes.
        TESSERA_MODE: 'production',
        TESSERA_CONFIG: options,
      };
      const start = async (mode: string) =>
        startProcess(source, await freePort(), { ...environment, WORKER_MODE: mode });
      const process = await start(isApart ? 'server' : 'shared');
      const worker = isApart ? await start('worker') : null;
      let stopped: Promise<void> | undefined;
      const stopBoth = async (): Promise<void> => {
        await process.stop();
        await worker?.stop();
        await nats.stop();
      };
      // Once: a process that has ended does not end again.
      const stop = (): Promise<void> => (stopped ??= stopBoth());
      stops.push(stop);
      return { url: `${process.url}/api/billing/v1`, stop };
    },
    /** The header of an organization's access token with all rights. */
    headersOf: async (organizationId: string): Promise<Record<string, string>> => ({
      [passportHeader]: await mint({
        kind: 'token',
        tokenId: organizationId,
        organizationId,
        scopes,
      } satisfies PassportClaims),
    }),
    stop: async () => {
      for (const stop of stops) await stop().catch(() => undefined);
      await mails.stop();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
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
]
  .flatMap((name) => [`${name}:read`, `${name}:write`])
  .concat('metrics:read', 'payments:read');
