/**
 * What `npm start` holds and uses at rest: memory as the kernel shares it out (PSS) and processor time of every process
 * that it started, servers included. Then so many sales (BENCH_SALES), a minute's rest, and the same again: what sales
 * have left in memory. Other Node processes on the machine share pages, which makes these look smaller: run it alone.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPartner, createSeller } from '../journeys/clients.ts';
import { cpuSeconds } from './cpu.ts';
import { freePort } from './process.ts';

const goals = { megabytes: 550, cores: 0.03, billingAfterSales: 1.2 };
const sales = Number(process.env['BENCH_SALES'] ?? 10_000);
const restSeconds = Number(process.env['BENCH_REST'] ?? 60);
const buyers = 16;

type Memory = Map<string, number>;

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
    const rate = await sell();
    await delay(restSeconds * 1_000);
    const after = memory();
    report(`${restSeconds} s after ${sales} sales (${rate.toFixed(0)}/s)`, after, await cores());
    const ratio = (after.get('billing') ?? 0) / (before.get('billing') ?? 1);
    verdict(
      `billing after sales / before: ${ratio.toFixed(2)} (goal: at most ${goals.billingAfterSales})`,
      ratio <= goals.billingAfterSales,
    );
  }
} finally {
  start.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
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

/** The process and all that it has started, whoever started it in between. */
function family(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const text = read(`/proc/${name}/stat`);
    // The second field is a name in brackets, which may hold spaces.
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

/** Megabytes by what a process is. */
function memory(): Memory {
  const held: Memory = new Map();
  for (const pid of family()) {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
    const name = nameOf(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
    held.set(name, (held.get(name) ?? 0) + Number(kilobytes) / 1_024);
  }
  return held;
}

function nameOf(command: string): string {
  const [, service] = /services\/(\w+)\/src\/main/.exec(command) ?? [];
  if (service) return service;
  const known = ['gateway/src/main', 'inbox.ts', 'start.ts', 'bootstrap', 'npm', 'postgres', 'redis', 'nats'];
  return known.find((part) => command.includes(part)) ?? 'others';
}

/** Cores in use, over half a minute. */
async function cores(): Promise<number> {
  const used = () => family().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const [began, at] = [used(), performance.now()];
  await delay(30_000);
  return (used() - began) / ((performance.now() - at) / 1_000);
}

function report(when: string, held: Memory, inUse: number): void {
  const total = [...held.values()].reduce((sum, megabytes) => sum + megabytes, 0);
  const parts = [...held].toSorted(([, a], [, b]) => b - a);
  console.log(`${when}: ${parts.map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)}`).join(', ')}`);
  verdict(
    `  all ${total.toFixed(0)} MB (goal: at most ${goals.megabytes})`,
    total <= goals.megabytes || when !== 'at rest',
  );
  verdict(`  ${inUse.toFixed(3)} cores (goal: at most ${goals.cores})`, inUse <= goals.cores);
}

function verdict(line: string, isReached: boolean): void {
  console.log(`${line}${isReached ? '' : '  NOT REACHED'}`);
}

/** Sales one after the other by each of many buyers; answers how many a second. */
async function sell(): Promise<number> {
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
  let left = sales;
  const buy = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
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
  while ((await sold()) < sales) await delay(500);
  return (sales * 1_000) / (performance.now() - began);
}
