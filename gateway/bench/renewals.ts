/**
 * The cost of renewals: 20,000 due subscriptions of 20 sellers are renewed and paid. Baseline: the rate at which this
 * Postgres commits one transaction of the same rows (period, order, items, renewal, payment, four events), by as many
 * connections, each transaction in one round trip. Goals: at least 0.25 of it; meanwhile the slowest of a hundred
 * reads takes less than twice its time at rest. The statements of a renewal include those of everything that follows
 * from it (receipt, history, customer state), without those that begin and end transactions.
 *
 * BENCH_DUE: number of due subscriptions; BENCH_SECONDS: time limit, after which the rest is left (default 240).
 * BENCH_STATEMENTS=1: lists the executed statements. Requests and background work run in separate processes, as for
 * installations with many renewals; BENCH_SHARED=1: in one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import {
  addOrganization,
  printStatements,
  startBillingServers,
  sumStatements,
} from './measuring/billing-service.ts';
import { percentile } from './measuring/rounds.ts';

const due = Number(process.env['BENCH_DUE'] ?? 20_000);
const longest = Number(process.env['BENCH_SECONDS'] ?? 240) * 1000;
const sellers = 20;
const connections = 8;
const goals = { rate: 0.25, reads: 2 };

const servers = await startBillingServers();
const statements = await servers.countStatements();
const admin = await servers.connect('postgres');
await admin.query('CREATE DATABASE billing');
const billing = await servers.startBilling('billing', { isApart: !process.env['BENCH_SHARED'] });
const db = await servers.connect('billing');
const organizationId = uuidv7();
await addOrganization(db, organizationId);
await subscribe();
await multiply();
await db.query('VACUUM ANALYZE');

const raw = await measureRaw();
const idle = await statements('billing');
const rest = await readFor(() => Promise.resolve(false), 10_000);
const before = await count('SELECT count(*) FROM renewals');
const begun = await statements('billing');
await db.query(`UPDATE subscriptions SET current_period_end = now() WHERE checkout_id IS NULL`);
let [started, asked, renewed] = [0, 0, 0];
const isRenewing = async (): Promise<boolean> => {
  asked += 1;
  const done = (await count('SELECT count(*) FROM renewals')) - before;
  if (done > 0 && started === 0) started = performance.now();
  asked += 1;
  renewed = done - (await count(`SELECT count(*) FROM orders WHERE status = 'pending'`));
  return renewed < due && (started === 0 || performance.now() - started < longest);
};
const meanwhile = await readFor(isRenewing, Number.POSITIVE_INFINITY);
const rate = renewed / ((performance.now() - started) / 1000);
const perRead = (sumStatements(begun) - sumStatements(idle)) / rest.length;
const ended = await statements('billing');
const perRenewal =
  (sumStatements(ended) - sumStatements(begun) - asked - perRead * meanwhile.length) / renewed;

const verdict = (isGood: boolean): string => (isGood ? '' : '  NOT REACHED');
const p99 = (values: number[]): string => `${percentile(values, 0.99).toFixed(1)} ms`;
const slower = percentile(meanwhile, 0.99) / percentile(rest, 0.99);
console.log(`(a) one transaction of the same rows, ${connections} connections   ${raw.toFixed(0)} a second`);
console.log(`(b) renewed and paid, ${renewed} of ${due}${' '.repeat(20)}${rate.toFixed(0)} a second`);
console.log(`statements of a renewal                             ${perRenewal.toFixed(1)}`);
console.log(
  `(b)/(a) ${(rate / raw).toFixed(3)} (goal: at least ${goals.rate})${verdict(rate / raw >= goals.rate)}`,
);
console.log(
  `p99 of reads: ${p99(rest)} at rest, ${p99(meanwhile)} meanwhile, ${slower.toFixed(1)} times (goal: less than ${goals.reads})${verdict(slower < goals.reads)}`,
);
if (process.env['BENCH_STATEMENTS']) printStatements({ before: begun, after: ended }, renewed);
await db.end();
await admin.end();
await servers.stop();

async function count(sql: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
}

async function call(method: string, path: string, body?: unknown): Promise<Record<string, string>> {
  const response = await fetch(billing.url + path, {
    method,
    headers: { ...(await servers.headersOf(organizationId)), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

/** Buys one subscription through the API. */
async function subscribe(): Promise<void> {
  const product = await call('POST', '/products/', {
    name: 'Bench',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 1_000 }],
  });
  const checkout = await call('POST', '/checkouts/', { products: [product['id']] });
  await call('POST', `/checkouts/client/${checkout['client_secret']}/confirm`, {
    customer_email: 'first@example.com',
    customer_name: 'Buyer',
    customer_billing_address: { country: 'FR' },
    confirmation_token_id: 'tok_success',
  });
  while ((await count('SELECT count(*) FROM payment_methods')) === 0) await delay(50);
}

/** Copies it until `due` subscriptions exist, each with its own customer and card. */
async function multiply(): Promise<void> {
  await db.query(
    `CREATE TEMP TABLE more AS SELECT n, gen_random_uuid() AS customer, gen_random_uuid() AS subscription,
       gen_random_uuid() AS method, gen_random_uuid() AS payment, md5('seller ' || n % ${sellers})::uuid AS seller
     FROM generate_series(1, ${due}) AS n;
     INSERT INTO organizations SELECT (jsonb_populate_record(row, jsonb_build_object('id', seller, 'slug', seller))).*
     FROM (SELECT DISTINCT seller FROM more) sellers, organizations row;
     INSERT INTO customers SELECT (jsonb_populate_record(row, jsonb_build_object('id', customer, 'organization_id', seller,
       'external_id', NULL, 'email', 'customer-' || n || '@example.com'))).* FROM more, customers row;
     INSERT INTO sandbox_charges SELECT (jsonb_populate_record(row, jsonb_build_object('id', 'sandbox_ch_' || n,
       'idempotency_key', 'copy:' || n, 'payment_id', payment, 'client_secret', 'copy_' || n,
       'method_id', 'sandbox_pm_' || n))).* FROM more, sandbox_charges row;
     INSERT INTO payment_methods SELECT (jsonb_populate_record(row, jsonb_build_object('id', method, 'customer_id', customer,
       'organization_id', seller, 'processor_id', 'sandbox_pm_' || n))).* FROM more, payment_methods row;
     INSERT INTO subscriptions SELECT (jsonb_populate_record(row, jsonb_build_object('id', subscription,
       'organization_id', seller, 'customer_id', customer, 'checkout_id', NULL))).* FROM more, subscriptions row`,
  );
}

type Target = { id: string; seller: string };

/** Returns transactions per second: writes the rows of the first sale again under other ids. */
async function measureRaw(): Promise<number> {
  const statementOf = await prepareRaw();
  const { rows: targets } = await db.query<Target>(
    `SELECT id, organization_id AS seller FROM subscriptions WHERE checkout_id IS NULL`,
  );
  // A table of its own: the relay would try to send the rows of the real outbox.
  await db.query(
    'CREATE TABLE bench_outbox (LIKE outbox INCLUDING ALL) WITH (toast_tuple_target = 8160)', // as the real one
  );
  const clients = await Promise.all(Array.from({ length: connections }, () => servers.connect('billing')));
  const wanted = targets.slice(0, 4_000);
  const runLane = async (client: pg.Client, lane: number): Promise<void> => {
    for (let index = lane; index < wanted.length; index += connections) {
      const target = wanted[index];
      if (target) await client.query(statementOf(target));
    }
  };
  const since = performance.now();
  await Promise.all(clients.map(runLane));
  const seconds = (performance.now() - since) / 1000;
  for (const client of clients) await client.end();
  await db.query('DROP TABLE bench_outbox');
  await db.query(`DELETE FROM renewals`);
  await db.query(`DELETE FROM payments WHERE idempotency_key LIKE 'raw:%'`);
  return wanted.length / seconds;
}

/** Returns the text of one transaction for a subscription: the rows of a renewal, as copies of the first sale's. */
async function prepareRaw(): Promise<(target: Target) => string> {
  const order = await copyOf('orders', {
    id: '$ORDER',
    invoice_number: 'NULL',
    organization_id: '$SELLER',
    checkout_id: 'NULL',
  });
  const item = await copyOf('order_items', { id: 'gen_random_uuid()', order_id: '$ORDER' });
  const payment = await copyOf('payments', {
    id: 'gen_random_uuid()',
    purpose_kind: `'renewal'`,
    purpose_id: '$ORDER',
    order_id: '$ORDER',
    checkout_id: 'NULL',
    idempotency_key: `'raw:' || $ORDER`,
  });
  const { rows: first } = await db.query<{ id: string }>('SELECT id FROM orders LIMIT 1');
  const id = first[0]?.id ?? '';
  return (target) =>
    `BEGIN;
      UPDATE subscriptions SET modified_at = now(), current_period_start = current_period_start WHERE id = '${target.id}';
      ${order} WHERE row.id = '${id}';
      ${item} WHERE row.order_id = '${id}';
      ${payment} WHERE row.order_id = '${id}';
      INSERT INTO renewals (order_id, organization_id, subscription_id, period_start, attempts)
        VALUES ($ORDER, $SELLER, '${target.id}', clock_timestamp(), 1);
      INSERT INTO bench_outbox (id, subject, headers, body)
        SELECT gen_random_uuid(), 'bench', '{}', decode(repeat('00', 3000), 'hex') FROM generate_series(1, 4);
      COMMIT`
      .replaceAll('$ORDER', `'${uuidv7()}'::uuid`)
      .replaceAll('$SELLER', `'${target.seller}'::uuid`);
}

/** Returns a statement that copies rows of a table, with other expressions for some columns; it lacks the condition. */
async function copyOf(table: string, changed: Record<string, string>): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  const values = rows.map(({ name }) => changed[name] ?? `row.${name}`);
  return `INSERT INTO ${table} (${rows.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM ${table} row`;
}

/**
 * Returns durations of reads in milliseconds; repeats them while `goesOn`, or for `most` milliseconds if that is
 * finite.
 */
async function readFor(goesOn: () => Promise<boolean>, most: number): Promise<number[]> {
  const times: number[] = [];
  const since = performance.now();
  const isOver = async () =>
    most === Number.POSITIVE_INFINITY ? !(await goesOn()) : performance.now() - since > most;
  const headers = { current: await servers.headersOf(organizationId), made: performance.now() };
  while (!(await isOver())) {
    if (performance.now() - headers.made > 30_000)
      Object.assign(headers, { current: await servers.headersOf(organizationId), made: performance.now() });
    for (let index = 0; index < 10; index += 1) {
      const began = performance.now();
      const reply = await fetch(`${billing.url}/subscriptions/?limit=10`, { headers: headers.current });
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`reads: ${reply.status}`);
      times.push(performance.now() - began);
      await delay(10);
    }
  }
  return times;
}
