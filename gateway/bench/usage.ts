/**
 * The cost of event ingestion through the gateway, with deduplicated external ids and with meters: against a raw COPY
 * of the same rows into a table with the same indexes (that of external ids included), on the same Postgres. Goals:
 * at least 0.45 of it at 1,000 events per request, 0.06 at one; from the reply to the customer's meter at most a
 * second (p95); with a long history quantities within 50 ms (p95), and a page of events at most 1.5 times the time
 * with a short one. While the second half is sent at 1,000 per request, billing uses at most 1.2 times the memory of
 * the first half.
 *
 * BENCH_EVENTS: events sent at 1,000 per request (default 100,000); BENCH_HISTORY: events of another seller (default
 * 1,000,000).
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createSeller, type Seller } from '../journeys/support/clients.ts';
import { startJourney } from '../journeys/support/system.ts';
import { residentMegabytes } from './measuring/cpu.ts';
import { createSender } from './measuring/requests.ts';
import { median, percentile } from './measuring/rounds.ts';
import { countStatements, readCosts, reportCosts } from './measuring/sale-cost.ts';
import { makeHistory } from './measuring/usage-history.ts';

const size = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const singles = Number(process.env['BENCH_SINGLES'] ?? 30_000);
const long = Number(process.env['BENCH_HISTORY'] ?? 1_000_000);
const short = 10_000;
/**
 * Enough callers to keep the processors busy: with 64 of one event each they were idle a fourth of the time, with 512
 * a seventh.
 */
const callers = { batch: 4, single: 512 };
const goals = { batch: 0.45, single: 0.06, lag: 1_000, quantities: 50, page: 1.5, memory: 1.2 };
/** Maximum number of the sent rows to copy: the rate is the same for more. */
const copied = 500_000;

const journey = await startJourney({ isDurable: true });
await countStatements(journey);
const db = new Client({
  connectionString: journey.servers.postgres.url.replace(/\/\w+(\?|$)/, '/billing$1'),
});
await db.connect();

const senderOf = ({ token }: Seller, connections = callers.single) =>
  createSender(`${journey.url}/api/billing/v1`, { token, connections });

type Sender = ReturnType<typeof senderOf>;

/** Creates a seller with customers and two meters. */
const openShop = async () => {
  const seller = await createSeller(journey.url);
  const sender = senderOf(seller);
  const customers: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const email = `user${index}@example.com`;
    customers.push((await sender.send<{ id: string }>('POST', '/customers/', { email })).id);
  }
  const meters: string[] = [];
  for (const func of ['count', 'sum']) {
    const { id } = await sender.send<{ id: string }>('POST', '/meters/', {
      name: `By ${func}`,
      filter: { conjunction: 'and', clauses: [{ property: 'model', operator: 'eq', value: 'large' }] },
      aggregation: func === 'count' ? { func } : { func, property: 'tokens' },
    });
    meters.push(id);
  }
  return { ...sender, organizationId: seller.organizationId, customers, meters };
};

type Shop = Awaited<ReturnType<typeof openShop>>;

const eventOf = ({ customers }: Shop, name: string, index: number) => ({
  name: 'api.call',
  customer_id: customers[index % customers.length],
  external_id: `${name}-${index}`,
  metadata: { tokens: index % 1000, model: index % 3 ? 'large' : 'small', path: '/v1/answers' },
});

type Load = { name: string; count: number; each: number; lanes: number; onTenth?: () => void };

/** Sends events by concurrent callers. Returns the rate per second. */
const send = async (shop: Shop, { name, count, each, lanes, onTenth }: Load): Promise<number> => {
  let next = 0;
  let tenths = 0;
  const started = performance.now();
  const lane = async (): Promise<void> => {
    for (let from = next; from < count; from = next) {
      next += each;
      const events = Array.from({ length: Math.min(each, count - from) }, (_, index) =>
        eventOf(shop, name, from + index),
      );
      await shop.send('POST', '/events/ingest', { events });
      if (next < (count * (tenths + 1)) / 10) continue;
      tenths += 1;
      onTenth?.();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return count / ((performance.now() - started) / 1000);
};

const settled = async (): Promise<void> => {
  for (;;) {
    const { rows } = await db.query<{ left: number }>('SELECT count(*)::int AS left FROM usage_batches');
    if (rows[0]?.left === 0) return;
  }
};

/** Inserts the same rows by COPY from a file. Returns events per second. */
const copy = async (): Promise<number> => {
  const file = join(tmpdir(), `tessera-bench-${process.pid}.csv`);
  await db.query('DROP TABLE IF EXISTS bare');
  await db.query('CREATE TABLE bare (LIKE usage_events_other INCLUDING ALL)');
  await db.query('CREATE UNIQUE INDEX ON bare (organization_id, external_id)');
  const { rows } = await db.query<{ line: string }>(
    `SELECT format('%s,%s,%s,%s,%s,user,%s,%s,,%s,%s', id, organization_id, "timestamp", ingested_at, position, name,
       customer_id, external_id, '"' || replace(metadata::text, '"', '""') || '"') AS line
     FROM usage_events WHERE external_id LIKE 'batch-%' LIMIT ${copied}`,
  );
  await writeFile(file, rows.map(({ line }) => line).join('\n'), { mode: 0o644 });
  const started = performance.now();
  await db.query(`COPY bare (id, organization_id, "timestamp", ingested_at, position, source, name, customer_id,
    external_customer_id, external_id, metadata) FROM '${file}' WITH (FORMAT csv)`);
  return rows.length / ((performance.now() - started) / 1000);
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Returns the median duration in milliseconds of pages of a seller's events. */
const pages = async ({ send: ask }: Sender, rounds: number): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await timed(() => ask('GET', `/events/?limit=100&page=${(round % 5) + 1}`)));
  return median(times);
};

const line = (name: string, text: string, isGood: boolean): void =>
  console.log(`${name.padEnd(28)} ${text}${isGood ? '' : '  NOT REACHED'}`);

try {
  const shop = await openShop();
  // Warm-up until the processes run compiled code, as services with a steady load do.
  await send(shop, { name: 'warm', count: 60_000, each: 1_000, lanes: callers.batch });
  await send(shop, { name: 'warm-single', count: 10_000, each: 1, lanes: callers.single });
  await settled();
  const before = await readCosts(journey);
  const held: number[] = [];
  const batch = await send(shop, {
    ...{ name: 'batch', count: size, each: 1_000, lanes: callers.batch },
    onTenth: () => void held.push(residentMegabytes(journey.processes.billing.pid ?? 0)),
  });
  const behind = await timed(settled);
  const between = await readCosts(journey);
  const single = await send(shop, { name: 'single', count: singles, each: 1, lanes: callers.single });
  await settled();
  const after = await readCosts(journey);
  const copies: number[] = [];
  for (let round = 0; round < 5; round += 1) copies.push(await copy());
  const raw = median(copies);
  console.log(`raw COPY                     ${raw.toFixed(0)} events a second`);
  const rate = (name: string, value: number, goal: number): void =>
    line(name, `${value.toFixed(0)}, ${(value / raw).toFixed(3)} of it (goal: ${goal})`, value / raw >= goal);
  rate('1,000 events a request', batch, goals.batch);
  console.log(`  counted ${behind.toFixed(0)} ms after the last; for 1,000 events:`);
  for (const cost of reportCosts(before, between, size / 1_000)) console.log(`  ${cost}`);
  const [first, second] = [Math.max(...held.slice(0, 5)), Math.max(...held.slice(5))];
  line(
    `billing while ${size} came`,
    `${held.map((megabytes) => megabytes.toFixed(0)).join(', ')} MB, ${(second / first).toFixed(2)} (goal: ${goals.memory})`,
    second / first <= goals.memory,
  );
  rate('one event a request', single, goals.single);
  console.log('  for 1,000 events:');
  for (const cost of reportCosts(between, after, singles / 1_000)) console.log(`  ${cost}`);

  const lags: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    await shop.send('POST', '/events/ingest', { events: [eventOf(shop, 'lag', round)] });
    lags.push(await timed(settled));
  }
  const lag = percentile(lags, 0.95);
  line('from the reply to the meter', `p95 ${lag.toFixed(0)} ms (goal: ${goals.lag})`, lag <= goals.lag);

  const [little, much] = [await openShop(), await openShop()];
  await makeHistory(db, little, short);
  await makeHistory(db, much, long);
  await db.query('ANALYZE usage_events');
  await pages(little, 20);
  await pages(much, 20);
  const [few, many] = [await pages(little, 60), await pages(much, 60)];
  line(
    `a page of ${long} events`,
    `${many.toFixed(1)} ms, ${(many / few).toFixed(2)} of that of ${short} (goal: ${goals.page})`,
    many / few <= goals.page,
  );
  const asked: number[] = [];
  const [from, until] = [new Date(Date.now() - 90 * 86_400_000), new Date()];
  const range = `start_timestamp=${from.toISOString()}&end_timestamp=${until.toISOString()}&interval=day`;
  for (let round = 0; round < 60; round += 1) {
    const customer = round % 3 ? '' : `&customer_id=${much.customers[round % 20]}`;
    asked.push(
      await timed(() => much.send('GET', `/meters/${much.meters[round % 2]}/quantities?${range}${customer}`)),
    );
  }
  const quantities = percentile(asked, 0.95);
  line(
    `quantities of ${long} events`,
    `p95 ${quantities.toFixed(0)} ms (goal: ${goals.quantities})`,
    quantities <= goals.quantities,
  );
} finally {
  await db.end();
  await journey.stop();
}
