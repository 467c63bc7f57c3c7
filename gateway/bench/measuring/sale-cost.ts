/**
 * The cost of one sale in the whole system, by process and by database, from counters read before and after many
 * sales.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Journey } from '../../journeys/support/system.ts';
import { cpuSeconds } from './cpu.ts';

/**
 * Totals since the system started: seconds of processor time, bytes of log files, transactions, statements, events.
 */
export type Costs = {
  processor: Record<string, number>;
  log: Record<string, number>;
  commits: Record<string, number>;
  statements: Record<string, number>;
  published: Record<string, number>;
  consumed: Record<string, number>;
};

const services = ['billing', 'webhook', 'organization', 'identity'] as const;

/** Makes Postgres count statements, which restarts it; the services reconnect by themselves. */
export const countStatements = async ({ servers, processes }: Journey): Promise<void> => {
  await withClient(servers.postgres.url, (client) =>
    client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`),
  );
  await servers.postgres.restart();
  await withClient(servers.postgres.url, (client) => client.query('CREATE EXTENSION pg_stat_statements'));
  await Promise.all(services.map((name) => processes[name].ready()));
};

/**
 * Does what autovacuum would do within a minute. Until then statements run with plans for tables of a few rows, as
 * full scans.
 */
export const analyzeTables = async ({ servers }: Journey): Promise<void> => {
  for (const name of services)
    await withClient(new URL(`/${name}`, servers.postgres.url).href, (client) => client.query('ANALYZE'));
};

/** Reads all counters of a system that was started with `dataDir`. */
export const readCosts = async (journey: Journey): Promise<Costs> => {
  const { servers, processes, dataDir } = journey;
  const processor: Record<string, number> = {};
  for (const name of [...services, 'gateway', 'inbox'] as const)
    processor[name] = cpuSeconds(processes[name].pid ?? 0);
  processor['postgres'] = familySeconds(servers.postgres.pid ?? 0);
  processor['nats'] = cpuSeconds(servers.nats.pid ?? 0);
  processor['redis'] = cpuSeconds(servers.redis.pid ?? 0);
  const { user, system } = process.cpuUsage();
  processor['buyers and receiver'] = (user + system) / 1_000_000;
  const logs = join(dataDir, 'logs');
  const log = Object.fromEntries(
    readdirSync(logs).map((file) => [file.replace(/\.\w+$/, ''), statSync(join(logs, file)).size]),
  );
  return { processor, log, ...(await readDatabases(servers.postgres.url)), ...(await readEvents(processes)) };
};

/**
 * Returns the cost of each of `sales` sales between two readings, as lines of text; negligible shares are left out.
 */
export const reportCosts = (before: Costs, after: Costs, sales: number): string[] => {
  const each = (key: keyof Costs): [string, number][] =>
    Object.entries(after[key]).map(([name, value]) => [name, (value - (before[key][name] ?? 0)) / sales]);
  const line = (title: string, key: keyof Costs, digits: number, factor = 1): string => {
    const rows = each(key)
      .map(([name, value]) => [name, value * factor] as const)
      .filter(([, value]) => value >= 0.5 * 10 ** -digits)
      .toSorted(([, a], [, b]) => b - a);
    const sum = rows.reduce((total, [, value]) => total + value, 0);
    return `${title.padEnd(30)} ${sum.toFixed(digits)}  (${rows.map(([name, value]) => `${name} ${value.toFixed(digits)}`).join(', ')})`;
  };
  return [
    line('processor time, ms', 'processor', 1, 1000),
    line('transactions', 'commits', 1),
    line('statements', 'statements', 1),
    line('events published', 'published', 1),
    line('events consumed', 'consumed', 1),
    line('log, kB', 'log', 1, 1 / 1000),
  ];
};

/** Returns seconds of processor time of a Postgres server and its backends, including those that have ended. */
const familySeconds = (postmaster: number): number => {
  let sum = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const fields = statOf(Number(entry));
    if (!fields) continue;
    const isParent = Number(entry) === postmaster;
    if (!isParent && Number(fields[1]) !== postmaster) continue;
    // utime and stime; for the parent also those of its ended children.
    sum += Number(fields[11]) + Number(fields[12]) + (isParent ? Number(fields[13]) + Number(fields[14]) : 0);
  }
  return sum / 100;
};

const statOf = (pid: number): string[] | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

const readDatabases = (url: string): Promise<Pick<Costs, 'commits' | 'statements'>> =>
  withClient(url, async (client) => {
    const names = `datname = ANY('{billing,webhook,organization,identity}')`;
    const commits = await client.query<{ name: string; count: string }>(
      `SELECT datname AS name, xact_commit AS count FROM pg_stat_database WHERE ${names}`,
    );
    const statements = await client.query<{ name: string; count: string }>(
      `SELECT datname AS name, sum(calls) AS count FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
       WHERE ${names} AND query !~* '^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK)' GROUP BY datname`,
    );
    const record = (rows: { name: string; count: string }[]): Record<string, number> =>
      Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
    return { commits: record(commits.rows), statements: record(statements.rows) };
  });

const withClient = async <Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const readEvents = async (
  processes: Journey['processes'],
): Promise<Pick<Costs, 'published' | 'consumed'>> => {
  const costs: Pick<Costs, 'published' | 'consumed'> = { published: {}, consumed: {} };
  for (const name of services) {
    const text = await (await fetch(`${processes[name].url}/metrics`)).text();
    for (const [, kind = '', labels = '', value] of text.matchAll(
      /^events_(published|consumed)_total\{(.*)\} (\d+)$/gm,
    )) {
      const key = /consumer="([^"]+)"/.exec(labels)?.[1] ?? name;
      const counts = costs[kind as keyof typeof costs];
      counts[key] = (counts[key] ?? 0) + Number(value);
    }
  }
  return costs;
};
