/**
 * Requests per second of the most frequent reads of sellers' programs, by access token through the gateway: ten
 * products, an order, a customer's state. Baseline: an Express route that runs the same statements against the same
 * database and returns their rows, without gateway, permissions, schemas or views. Interleaved. Goal of each: at
 * least 0.5 of it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem } from '@tessera/local/system/system';
import autocannon from 'autocannon';
import { createPartner, createSeller } from '../journeys/support/clients.ts';
import { freePort, startProcess } from './measuring/process.ts';
import type { RecordedStatement } from './measuring/record-statements.ts';
import { interleave, median } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const goal = 0.5;

const dataDir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
const statements = join(dataDir, 'statements.jsonl');
const recorder = new URL('./measuring/record-statements.ts', import.meta.url).href;
const { token, paths } = await prepare();
// Production mode: in development each reply is also validated against its schema.
const system = await startSystem({
  dataDir,
  mode: 'production',
  isDurable: false,
  isWebServed: false,
  env: { LOG_LEVEL: 'warn' },
});
const bare = await startBare();
let isReached = true;
for (const [name, path] of Object.entries(paths)) await compare(name, path);
console.log(isReached ? 'all goals are reached' : 'NOT ALL GOALS ARE REACHED');
await bare.stop();
await system.stop();
await rm(dataDir, { recursive: true, force: true });

/** Creates a seller with ten products and a sale, and records the statements of each request. */
async function prepare() {
  const recording = await startSystem({
    dataDir,
    isDurable: false,
    isWebServed: false,
    env: { NODE_OPTIONS: `--import ${recorder}`, STATEMENTS: statements },
  });
  const url = recording.url.replace('127.0.0.1', 'localhost');
  const seller = await createSeller(url);
  const polar = createPartner(url, seller.token);
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'Support',
    properties: { note: 'Write to us' },
  });
  const products: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { id } = await polar.products.create({
      name: `Product ${count}`,
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
    });
    await polar.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    products.push(id);
  }
  const checkout = await polar.checkouts.create({ products, customerEmail: 'buyer@example.com' });
  await polar.checkouts.clientConfirm({
    clientSecret: checkout.clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: 'tok_success',
      customerName: 'Buyer',
      customerBillingAddress: { country: 'FR' },
    },
  });
  const bought = await untilBought(polar);
  const wanted = {
    'ten products': '/api/billing/v1/products/?limit=10',
    'an order': `/api/billing/v1/orders/${bought.id}`,
    "a customer's state": `/api/billing/v1/customers/${bought.customerId}/state`,
  };
  for (const path of Object.values(wanted))
    for (let count = 0; count < 3; count += 1) await request(url + path, seller.token);
  await recording.stop();
  return { token: seller.token, paths: wanted };
}

async function untilBought(polar: ReturnType<typeof createPartner>) {
  for (;;) {
    const [order] = (await polar.orders.list({ limit: 1 })).result.items;
    if (order) {
      const { grantedBenefits } = await polar.customers.getState({ id: order.customerId });
      if (grantedBenefits.length > 0) return order;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function request(url: string, bearer: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

/** Starts the baseline, with the statements of the last request to each path: by then all caches are warm. */
async function startBare() {
  const lines = (await readFile(statements, 'utf8')).trim().split('\n');
  const recorded = lines.map((line) => JSON.parse(line) as RecordedStatement);
  const routes = Object.fromEntries(
    Object.values(paths).map((path) => {
      const [plain = ''] = path.split('?');
      const ofPath = recorded.filter((statement) => statement.path === path);
      const last = ofPath.at(-1)?.request;
      return [plain, ofPath.filter(({ request }) => request === last)];
    }),
  );
  const file = join(dataDir, 'routes.json');
  await writeFile(file, JSON.stringify(routes));
  const url = new URL(system.servers.postgres.url);
  url.pathname = '/billing';
  return startProcess(new URL('./baselines/bare-express.ts', import.meta.url).pathname, await freePort(), {
    DATABASE_URL: url.href,
    ROUTES: file,
  });
}

async function compare(name: string, path: string): Promise<void> {
  const measure = (base: string) => async (): Promise<number> => {
    const result = await autocannon({
      url: base + path,
      connections: 16,
      duration: seconds,
      headers: { authorization: `Bearer ${token}` },
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${base}${path}: ${result.non2xx} refusals, ${result.errors} errors`);
    return result['2xx'] / result.duration;
  };
  const results = await interleave(rounds, { bare: measure(bare.url), system: measure(system.url) });
  const ratio = median(results.system.map((value, round) => value / (results.bare[round] ?? value)));
  isReached &&= ratio >= goal;
  console.log(
    `${name.padEnd(20)} bare ${median(results.bare).toFixed(0).padStart(6)}/s, through the gateway ${median(results.system).toFixed(0).padStart(6)}/s   ${ratio.toFixed(2)} (goal: at least ${goal})${ratio >= goal ? '' : '  NOT REACHED'}`,
  );
}
