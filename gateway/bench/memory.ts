/**
 * What `npm start` uses at rest: proportional memory (PSS) and processor time of every process that it started,
 * servers included. Then a number of sales (BENCH_SALES), or as many as possible in a time (BENCH_SELLING), rest
 * (BENCH_REST) from when their mails are sent, and the same measurement again: the memory that sales have left behind.
 * Other Node processes on the machine share file pages, which makes the numbers look smaller: therefore private memory
 * is printed too.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPartner, createSeller } from '../journeys/support/clients.ts';
import { cpuSeconds } from './measuring/cpu.ts';
import { freePort } from './measuring/process.ts';

const goals = { megabytes: 550, cores: 0.03, billingAfterSales: 1.2 };
const sales = Number(process.env['BENCH_SALES'] ?? 10_000);
const restSeconds = Number(process.env['BENCH_REST'] ?? 60);
/** Time limit: a busy machine may not reach the number of sales. */
const sellingSeconds = Number(process.env['BENCH_SELLING'] ?? 300);
const buyers = 16;
/** More than the loops of all processes take, less than sending mails does. */
const busyCores = 0.15;

/** Megabytes by kind of process; `own`: without file pages, which other processes may share. */
type Memory = Map<string, { all: number; own: number }>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-memory-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const start = spawn('npm', ['start', '--', '--port', String(port), '--data', dataDir], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((resolve) => start.once('exit', resolve));

try {
  await untilReady();
  await delay(restSeconds * 1_000);
  const before = memory();
  report('at rest', before, await cores());
  if (sales > 0) {
    const { sold, rate } = await sell();
    await untilIdle();
    await delay(restSeconds * 1_000);
    const after = memory();
    report(`${restSeconds} s after ${sold} sales (${rate.toFixed(0)}/s)`, after, await cores());
    const ratio = (after.get('billing')?.all ?? 0) / (before.get('billing')?.all ?? 1);
    verdict(
      `billing after sales / before: ${ratio.toFixed(2)} (goal: at most ${goals.billingAfterSales})`,
      ratio <= goals.billingAfterSales,
    );
  }
} finally {
  start.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function untilReady(): Promise<void> {
  for (;;) {
    const isUp = await fetch(`${url}/api/auth/ok`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    if (start.exitCode !== null) throw new Error('npm start ended');
    await delay(200);
  }
}

/** Returns the ids of the process and of all its descendants. */
function family(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const text = read(`/proc/${name}/stat`);
    // The second field is the name in brackets, which may contain spaces.
    if (text) parents.set(Number(name), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOurs = (pid: number): boolean =>
    pid === start.pid || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isOurs);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has just ended.
    return '';
  }
}

function memory(): Memory {
  const held: Memory = new Map();
  for (const pid of family()) {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    const name = nameOf(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
    const { all, own } = held.get(name) ?? { all: 0, own: 0 };
    held.set(name, { all: all + megabytesOf(rollup, 'Pss'), own: own + megabytesOf(rollup, 'Pss_Anon') });
  }
  return held;
}

function megabytesOf(rollup: string, line: string): number {
  return Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1_024;
}

function nameOf(command: string): string {
  const [, service] = /services\/(\w+)\/src\/main/.exec(command) ?? [];
  if (service) return service;
  const known = ['gateway/src/main', 'inbox.ts', 'start.ts', 'postgres', 'redis', 'nats', 'npm'];
  return known.find((part) => command.includes(part)) ?? 'others';
}

/** Waits until nothing is left to do: receipts are sent at a lower rate than sales are made. */
async function untilIdle(): Promise<void> {
  while ((await cores(5)) > busyCores);
}

/** Returns the cores in use, averaged over this time, by processes that exist all the time. */
async function cores(seconds = 30): Promise<number> {
  const [began, at] = [secondsUsed(), performance.now()];
  await delay(seconds * 1_000);
  const used = [...secondsUsed()].reduce((sum, [pid, now]) => sum + now - (began.get(pid) ?? now), 0);
  return used / ((performance.now() - at) / 1_000);
}

/** Returns seconds of processor time by process id. Skips processes that have just ended. */
function secondsUsed(): Map<number, number> {
  const used = new Map<number, number>();
  for (const pid of family())
    try {
      used.set(pid, cpuSeconds(pid));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return used;
}

function report(when: string, held: Memory, inUse: number): void {
  const sum = (of: 'all' | 'own') => [...held.values()].reduce((total, one) => total + one[of], 0);
  const parts = [...held].toSorted(([, a], [, b]) => b.all - a.all);
  const listed = parts.map(([name, { all, own }]) => `${name} ${all.toFixed(0)} (${own.toFixed(0)})`);
  console.log(`${when}: ${listed.join(', ')}`);
  verdict(
    `  all ${sum('all').toFixed(0)} MB, of them alone ${sum('own').toFixed(0)} (goal: at most ${goals.megabytes})`,
    sum('all') <= goals.megabytes || when !== 'at rest',
  );
  verdict(`  ${inUse.toFixed(3)} cores (goal: at most ${goals.cores})`, inUse <= goals.cores);
}

function verdict(line: string, isReached: boolean): void {
  console.log(`${line}${isReached ? '' : '  NOT REACHED'}`);
}

/** Sells to concurrent buyers who each buy repeatedly, until the number of sales or the time limit is reached. */
async function sell(): Promise<{ sold: number; rate: number }> {
  const seller = await createSeller(url);
  const polar = createPartner(url, seller.token);
  const { id: product } = await polar.products.create({
    name: 'Bench',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
  });
  const post = async (path: string, body: object): Promise<{ client_secret: string }> => {
    const response = await fetch(`${url}/api/billing/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { client_secret: string };
  };
  const sold = async (): Promise<number> =>
    (await polar.orders.list({ limit: 1 })).result.pagination.totalCount;
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > sellingSeconds * 1_000;
  let begun = 0;
  const buy = async (): Promise<void> => {
    while (begun < sales && !isOver()) {
      begun += 1;
      const email = `buyer-${crypto.randomUUID()}@example.com`;
      const checkout = await post('/checkouts/', { products: [product], customer_email: email });
      await post(`/checkouts/client/${checkout.client_secret}/confirm`, {
        confirmation_token_id: 'tok_success',
        customer_name: 'Buyer',
        customer_billing_address: { country: 'FR' },
      });
    }
  };
  await Promise.all(Array.from({ length: buyers }, buy));
  while ((await sold()) < begun) await delay(500);
  return { sold: begun, rate: (begun * 1_000) / (performance.now() - began) };
}
