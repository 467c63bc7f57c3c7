/**
 * The cost of metrics over many sales: the time of `GET /v1/metrics/` for a seller of 10,000 and one of 1,000,000
 * orders, as many checkouts and a tenth as many subscriptions over a thousand days, by the same requests. Goal of
 * each ratio: at most 1.5. BENCH_ROWS changes the million. On a slow machine rows are inserted for BENCH_FILL_SECONDS
 * (default 120), and those that exist by then are measured.
 */
import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { startBillingServers } from './measuring/billing-service.ts';
import { percentile } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 30);
const goal = 1.5;
const productCount = 20;
const fillMilliseconds = Number(process.env['BENCH_FILL_SECONDS'] ?? 120) * 1000;
/**
 * Rows are inserted in this many steps, each over the whole period; a prime, so that each has all products and kinds.
 */
const steps = 23;
const sellers = {
  few: { id: uuidv7(), count: 10_000 },
  many: { id: uuidv7(), count: Number(process.env['BENCH_ROWS'] ?? 1_000_000) },
};
type Seller = (typeof sellers)['few'];

const servers = await startBillingServers();
const admin = await servers.connect('postgres');
await admin.query('CREATE DATABASE figures');
await (await servers.startBilling('figures')).stop();
const client = await servers.connect('figures');
const indexes = await dropIndexes();
for (const seller of Object.values(sellers)) await fill(seller);
await timed('indexes', async () => {
  for (const index of indexes) await client.query(index);
});
// In production these are seconds' worth; here a million rows are recorded at once, and then summed up by billing.
await timed('recount', () => client.query('SELECT recount_metrics()'));
const billing = await servers.startBilling('figures');
await timed('sums', async () => {
  while ((await client.query('SELECT 1 FROM metric_deltas LIMIT 1')).rows.length > 0) await setTimeout(200);
});
await timed('analyze', () => client.query('VACUUM ANALYZE'));

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (days: number, interval: string): string =>
  `start_date=${day(days)}&end_date=${day(0)}&interval=${interval}`;
let isReached = true;
await compare('a year by days', range(365, 'day'));
await compare('a year by days, Berlin', `${range(365, 'day')}&timezone=Europe/Berlin`);
await compare('30 days, Kolkata', `${range(29, 'day')}&timezone=Asia/Kolkata`);
await compare('30 days', range(29, 'day'));
await compare('a week by hours', range(7, 'hour'));
await compare('three years by months', range(999, 'month'));
await compare('three years by months, New York', `${range(999, 'month')}&timezone=America/New_York`);
await compare('three years by years', range(999, 'year'));
await compare('a year by days, one product', range(365, 'day'), true);
console.log(isReached ? 'all goals are reached' : 'NOT ALL GOALS ARE REACHED');
await client.end();
await admin.end();
await servers.stop();

async function compare(name: string, query: string, isOfProduct = false): Promise<void> {
  const times: Record<keyof typeof sellers, number[]> = { few: [], many: [] };
  for (let round = -5; round < rounds; round += 1)
    for (const size of ['few', 'many'] as const) {
      const { id } = sellers[size];
      const product = isOfProduct ? `&product_id=${productOf(id, 3)}` : '';
      const headers = await servers.headersOf(id);
      const started = performance.now();
      const response = await fetch(`${billing.url}/metrics/?${query}${product}`, { headers });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      const { totals } = (await response.json()) as { totals: { orders: number } };
      if (totals.orders === 0) throw new Error(`${name}: nothing was counted`);
      if (round >= 0) times[size].push(performance.now() - started);
    }
  const [short, long] = [percentile(times.few, 0.25), percentile(times.many, 0.25)];
  const ratio = long / short;
  isReached &&= ratio <= goal;
  console.log(
    `${name.padEnd(36)} ${short.toFixed(1).padStart(7)} ms ${long.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2)} (goal: at most ${goal})${ratio <= goal ? '' : '  NOT REACHED'}`,
  );
}

/** Prints the duration of a part of the preparation. */
async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  console.log(`${name.padEnd(36)} ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** Drops most indexes, which makes inserts faster. Returns the statements that recreate them. */
async function dropIndexes(): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('orders'::regclass, 'checkouts'::regclass) AND NOT indisunique`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Returns a product's id, which is derived from the seller's id. */
function productOf(seller: string, number: number): string {
  return `${seller.slice(0, -2)}${number.toString(16).padStart(2, '0')}`;
}

/** Inserts the rows of a seller step by step, until the time limit. */
async function fill(seller: Seller): Promise<void> {
  const started = performance.now();
  await client.query(
    `INSERT INTO organizations (id, name, slug, allow_multiple_subscriptions, revision)
     VALUES ($1::uuid, 'Bench', $1::text, false, 1)`,
    [seller.id],
  );
  await client.query('SET session_replication_role = replica');
  let step = 0;
  for (; step < steps && performance.now() - started < fillMilliseconds; step += 1)
    await fillStep(seller, step);
  await client.query('RESET session_replication_role');
  console.log(
    `${Math.round((seller.count * step) / steps)} orders and checkouts, made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

async function fillStep({ id, count }: Seller, step: number): Promise<void> {
  const numbers = (every: number) => `generate_series(${1 + step * every}, ${count}, ${steps * every}) AS n`;
  const products = `(ARRAY['${Array.from({ length: productCount }, (_, n) => productOf(id, n)).join("','")}']::uuid[])`;
  const product = `${products}[1 + n % ${productCount}]`;
  const time = `now() - n * (interval '1000 days' / ${count + 1})`;
  const key = (kind: string) => `md5('${id}${kind}' || n)::uuid`;
  await client.query(
    `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
       invoice_number, subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata, custom_field_data)
     SELECT ${key('order')}, ${time}, '${id}', 'paid', ${key('customer')}, ${product},
       CASE n % 3 WHEN 0 THEN 'purchase' WHEN 1 THEN 'subscription_create' ELSE 'subscription_cycle' END, 'usd',
       'BENCH-' || n, 1000, 0, 1000, 0, 1000, '{}', '{}' FROM ${numbers(1)}`,
  );
  await client.query(
    `INSERT INTO checkouts (id, created_at, organization_id, status, client_secret, expires_at, product_ids, product_id,
       product_price_id, is_recurring, amount, currency, allow_discount_codes, require_billing_address,
       is_business_customer, customer_metadata, metadata, custom_field_data)
     SELECT ${key('checkout')}, ${time}, '${id}', CASE WHEN n % 2 = 0 THEN 'expired' ELSE 'succeeded' END, '${id}' || n,
       ${time}, ARRAY[${product}], ${product}, ${key('price')}, n % 3 > 0, 1000, 'usd', true, false, false,
       '{}', '{}', '{}' FROM ${numbers(1)}`,
  );
  // Some of them end after a while.
  await client.query(
    `INSERT INTO subscription_movements (organization_id, customer_id, product_id, currency, subscription_id, started_at, at,
       kind, count, sum)
     SELECT '${id}', ${key('customer')}, ${product}, 'usd', ${key('subscription')}, ${time}, turn.at, turn.kind, 1, 1000
     FROM ${numbers(10)}
       CROSS JOIN LATERAL (VALUES ('started', ${time}), ('ended', ${time} + interval '45 days')) AS turn (kind, at)
     WHERE turn.kind = 'started' OR n % 50 = 1`,
  );
}
