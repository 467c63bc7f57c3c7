/**
 * What taking events in costs, with names that count once and meters counting: against a raw COPY of the same rows into a
 * table with the same indexes, on the same Postgres. Goals: at least 0.45 of it at 1,000 events a request, 0.06 at one; from
 * the reply to the customer's meter at most a second (p95); quantities of all that at most 50 ms (p95).
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { startBillingServers } from './billing-service.ts';
import { percentile } from './rounds.ts';

const size = Number(process.env['BENCH_EVENTS'] ?? 50_000);
const singles = Math.min(size, 2_000);
const goals = { batch: 0.45, single: 0.06, lag: 1_000, quantities: 50 };

const servers = await startBillingServers();
const admin = await servers.connect('postgres');
await admin.query('CREATE DATABASE billing');
const billing = await servers.startBilling('billing');
const db = await servers.connect('billing');
const organizationId = uuidv7();
/** Passports last a minute. */
const passportMilliseconds = 30_000;
let passport = { made: Number.NEGATIVE_INFINITY, headers: {} as Record<string, string> };
const headersNow = async (): Promise<Record<string, string>> => {
  const now = performance.now();
  if (now - passport.made > passportMilliseconds)
    passport = { made: now, headers: await servers.headersOf(organizationId) };
  return { ...passport.headers, 'content-type': 'application/json' };
};

const call = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
  const response = await fetch(billing.url + path, {
    method,
    headers: await headersNow(),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Reply;
};

const customers = await Promise.all(
  Array.from({ length: 20 }, async (_, index) => {
    const { id } = await call<{ id: string }>('POST', '/customers/', { email: `user${index}@example.com` });
    return id;
  }),
);
const meters = await Promise.all(
  (['count', 'sum'] as const).map((func) =>
    call<{ id: string }>('POST', '/meters/', {
      name: `By ${func}`,
      filter: { conjunction: 'and', clauses: [{ property: 'model', operator: 'eq', value: 'large' }] },
      aggregation: func === 'count' ? { func } : { func, property: 'tokens' },
    }),
  ),
);

const eventOf = (name: string, index: number) => ({
  name: 'api.call',
  customer_id: customers[index % customers.length],
  external_id: `${name}-${index}`,
  metadata: { tokens: index % 1000, model: index % 3 ? 'large' : 'small', path: '/v1/answers' },
});

/** Sends events by several callers at once; answers how many a second. */
const send = async (
  name: string,
  count: number,
  { each, lanes }: { each: number; lanes: number },
): Promise<number> => {
  let next = 0;
  const started = performance.now();
  const lane = async (): Promise<void> => {
    for (let from = next; from < count; from = next) {
      next += each;
      const events = Array.from({ length: Math.min(each, count - from) }, (_, index) =>
        eventOf(name, from + index),
      );
      await call('POST', '/events/ingest', { events });
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

/** The same rows by COPY, from a file. */
const copy = async (): Promise<number> => {
  const file = join(tmpdir(), `tessera-bench-${process.pid}.csv`);
  await db.query(`CREATE TABLE bare (LIKE usage_events_other INCLUDING ALL)`);
  const { rows } = await db.query<{ line: string }>(
    `SELECT format('%s,%s,%s,%s,%s,user,%s,%s,,%s,%s', id, organization_id, "timestamp", ingested_at, position, name,
       customer_id, external_id, '"' || replace(metadata::text, '"', '""') || '"') AS line
     FROM usage_events WHERE external_id LIKE 'batch-%'`,
  );
  await writeFile(file, rows.map(({ line }) => line).join('\n'), { mode: 0o644 });
  const started = performance.now();
  await db.query(`COPY bare (id, organization_id, "timestamp", ingested_at, position, source, name, customer_id,
    external_customer_id, external_id, metadata) FROM '${file}' WITH (FORMAT csv)`);
  return rows.length / ((performance.now() - started) / 1000);
};

try {
  await send('warm', 5_000, { each: 1_000, lanes: 2 });
  await settled();
  const batch = await send('batch', size, { each: 1_000, lanes: 4 });
  const counting = performance.now();
  await settled();
  const behind = performance.now() - counting;
  const single = await send('single', singles, { each: 1, lanes: 16 });
  await settled();
  const raw = await copy();
  const lags: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    await call('POST', '/events/ingest', { events: [eventOf('lag', round)] });
    const started = performance.now();
    await settled();
    lags.push(performance.now() - started);
  }
  const asked: number[] = [];
  const range = `start_timestamp=${new Date(Date.now() - 30 * 86_400_000).toISOString()}&end_timestamp=${new Date().toISOString()}`;
  for (let round = 0; round < 40; round += 1) {
    const started = performance.now();
    await call('GET', `/meters/${meters[round % meters.length]?.id}/quantities?${range}&interval=day`);
    asked.push(performance.now() - started);
  }
  const verdict = (isGood: boolean): string => (isGood ? '' : '  NOT REACHED');
  const ratio = (rate: number): string => (rate / raw).toFixed(2);
  console.log(`raw COPY                     ${raw.toFixed(0)} events a second`);
  console.log(
    `1,000 events a request       ${batch.toFixed(0)}, ${ratio(batch)} of it (goal: ${goals.batch})${verdict(batch / raw >= goals.batch)}; counted ${behind.toFixed(0)} ms after the last`,
  );
  console.log(
    `one event a request          ${single.toFixed(0)}, ${ratio(single)} of it (goal: ${goals.single})${verdict(single / raw >= goals.single)}`,
  );
  const [lag, quantities] = [percentile(lags, 0.95), percentile(asked, 0.95)];
  console.log(
    `from the reply to the meter  p95 ${lag.toFixed(0)} ms (goal: ${goals.lag})${verdict(lag <= goals.lag)}`,
  );
  console.log(
    `quantities                   p95 ${quantities.toFixed(0)} ms (goal: ${goals.quantities})${verdict(quantities <= goals.quantities)}`,
  );
} finally {
  await db.end();
  await admin.end();
  await servers.stop();
}
