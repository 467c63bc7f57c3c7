/**
 * `GET /api/auth/get-session`: (a) better-auth 1.2.12 with Postgres and Redis, and (b) Tessera through its gateway,
 * on the same Node, Postgres and Redis, one process each, interleaved. Measured for a browser with a cache cookie,
 * the usual case, and for one without, which gets a new one. Goal: (b) serves at least 6 times the requests per
 * second of (a), with a p99 no higher.
 */
import autocannon from 'autocannon';
import pg from 'pg';
import { createAccount } from '../journeys/support/clients.ts';
import { startJourney } from '../journeys/support/system.ts';
import { cpuSeconds } from './measuring/cpu.ts';
import { freePort, startProcess } from './measuring/process.ts';
import { interleave, median } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const connections = 32;
const goal = 6;

type Contender = { base: string; pid: number; cookies: () => Promise<string>; token: string };
type Run = { requests: number; p99: number; perCpuSecond: number };

const journey = await startJourney({ config: { identity: { rateLimit: { enabled: false } } } });
const baseline = await startBaseline();
const tessera = await signUp(journey.processes.gateway);
const bare = await startBare(tessera);
const contenders = {
  betterAuth: await signUp(baseline),
  tessera,
  bare: { ...tessera, base: bare.url, pid: bare.pid ?? 0 },
};
type Name = keyof typeof contenders;
const labels: Record<Name, string> = {
  betterAuth: '(a) better-auth 1.2.12',
  tessera: '(b) Tessera, through the gateway',
  bare: 'bound: node:http, a fixed answer',
};

for (const [title, hasCache] of [
  ['with its cache cookie', true],
  ['without a cache cookie', false],
] as const)
  report(title, await compare(hasCache));
await Promise.all([baseline.stop(), bare.stop()]);
await journey.stop();

/** Measures all contenders in turn, several times. */
async function compare(hasCache: boolean): Promise<Record<Name, Run[]>> {
  const runs: Record<Name, Run[]> = { betterAuth: [], tessera: [], bare: [] };
  const measure = (name: Name) => async () => {
    const run = await load(contenders[name], hasCache);
    runs[name].push(run);
    return run.requests;
  };
  await interleave(rounds, {
    betterAuth: measure('betterAuth'),
    tessera: measure('tessera'),
    bare: measure('bare'),
  });
  // The first run of each is a warm-up.
  for (const own of Object.values(runs)) own.shift();
  return runs;
}

/** Runs the load once, with fresh cookies, so that the cache cookie stays valid until the end. */
async function load({ base, pid, cookies, token }: Contender, hasCache: boolean): Promise<Run> {
  const all = await cookies();
  const cookie = hasCache ? all : (all.split('; ').find((pair) => pair.includes(token)) ?? '');
  const url = `${base}/api/auth/get-session`;
  const answer = await fetch(url, { headers: { cookie } });
  if (!(await answer.text()).includes(token)) throw new Error(`${base}: not the session that was asked for`);
  const before = cpuSeconds(pid);
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${base}: ${result.non2xx} refusals, ${result.errors} errors`);
  const count = result['2xx'];
  return {
    requests: count / result.duration,
    p99: result.latency.p99,
    perCpuSecond: count / (cpuSeconds(pid) - before),
  };
}

/**
 * Prints all results, the ratio, and the upper bound. Load generator and server share two cores: the goal counts what
 * one core serves.
 */
function report(title: string, runs: Record<Name, Run[]>): void {
  const middle = (name: Name, key: keyof Run): number => median(runs[name].map((run) => run[key]));
  const ratio = (name: Name, key: keyof Run): number =>
    median(runs[name].map((run, round) => run[key] / (runs.betterAuth[round]?.[key] ?? Number.NaN)));
  console.log(`get-session by a browser ${title}`);
  for (const name of Object.keys(contenders) as Name[])
    console.log(
      `  ${labels[name].padEnd(34)} ${middle(name, 'perCpuSecond').toFixed(0).padStart(6)} requests per second of one core; ${middle(name, 'requests').toFixed(0).padStart(6)} requests/s at this load, p99 ${middle(name, 'p99').toFixed(0)} ms`,
    );
  const times = ratio('tessera', 'perCpuSecond');
  const slower = middle('tessera', 'p99') > middle('betterAuth', 'p99');
  console.log(
    `  (b)/(a), median of ${rounds} interleaved rounds: ${times.toFixed(2)} on one core (goal: at least ${goal})${times >= goal ? '' : '  NOT REACHED'}, ${ratio('tessera', 'requests').toFixed(2)} at this load; p99 ${slower ? 'higher  NOT REACHED' : 'no higher'}`,
  );
  console.log(`  what bounds it: the bare server reaches ${ratio('bare', 'perCpuSecond').toFixed(2)}`);
}

/** Creates an account at one of them, with the cookies of its browser. */
async function signUp({ url, pid }: { url: string; pid: number | undefined }): Promise<Contender> {
  const base = url.replace('127.0.0.1', 'localhost');
  const { client, jar } = createAccount(base);
  const email = 'ada@example.com';
  const { data } = await client.signUp.email({
    name: 'Ada Lovelace',
    email,
    password: 'correct horse battery',
  });
  if (!data?.token || pid === undefined) throw new Error(`${base}: nobody could be signed up`);
  const cookies = async (): Promise<string> => {
    await jar.fetch(`${base}/api/auth/get-session?disableCookieCache=true`);
    return jar.header();
  };
  return { base: url, pid, cookies, token: data.token };
}

/** Starts better-auth on the same servers, with a database of its own. */
async function startBaseline() {
  const admin = new pg.Client({ connectionString: journey.urls.postgres });
  await admin.connect();
  await admin.query('CREATE DATABASE baseline');
  await admin.end();
  const database = new URL(journey.urls.postgres);
  database.pathname = '/baseline';
  const source = new URL('./baselines/better-auth-server.ts', import.meta.url).pathname;
  return startProcess(source, await freePort(), {
    DATABASE_URL: database.href,
    REDIS_URL: `${journey.urls.redis.replace(/\/+$/, '')}/9`,
    TESSERA_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  });
}

/** Starts a server that always answers with the bytes of the session. */
async function startBare({ base, cookies }: Contender) {
  const answer = await fetch(`${base}/api/auth/get-session`, { headers: { cookie: await cookies() } });
  const source = new URL('./baselines/bare-server.ts', import.meta.url).pathname;
  return startProcess(source, await freePort(), { BODY: await answer.text() });
}
