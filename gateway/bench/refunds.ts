/**
 * The cost of refunds: refunds of all orders by the API, with the sandbox processor's own books, against the same
 * rows written by bare statements in the same three transactions (reserve, processor's book, completion) on the same
 * Postgres, whose commits wait for the disk. Goal: at least 0.3 of that rate. Afterwards nothing may have been
 * refunded twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { addOrganization, startBillingServers } from './measuring/billing-service.ts';
import { interleave, median } from './measuring/rounds.ts';

const size = Number(process.env['BENCH_REFUNDS'] ?? 300);
const rounds = 3;
const lanes = 16;
const goal = 0.3;

const servers = await startBillingServers({ isDurable: true });
const admin = await servers.connect('postgres');
await admin.query('CREATE DATABASE billing');
const billing = await servers.startBilling('billing');
const db = await servers.connect('billing');
const organizationId = uuidv7();

/** Passports are valid for a minute. */
const passportMilliseconds = 30_000;
let passport = { made: Number.NEGATIVE_INFINITY, headers: {} as Record<string, string> };
const headersNow = async (): Promise<Record<string, string>> => {
  const now = performance.now();
  if (now - passport.made > passportMilliseconds)
    passport = { made: now, headers: await servers.headersOf(organizationId) };
  return { ...passport.headers, 'content-type': 'application/json' };
};
const call = async <Reply>(path: string, body: unknown): Promise<Reply> => {
  const response = await fetch(billing.url + path, {
    method: 'POST',
    headers: await headersNow(),
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Reply;
};

/** Runs `work` for each item in concurrent lanes. Returns the rate per second. */
const rateOf = async <Item>(items: readonly Item[], work: (item: Item, lane: number) => Promise<unknown>) => {
  const left = [...items];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item, lane);
    }),
  );
  return items.length / ((performance.now() - started) / 1000);
};

// No organization service runs that could be asked for the organization.
await addOrganization(db, organizationId);
const product = await call<{ id: string }>('/products/', {
  name: 'Bench',
  recurring_interval: null,
  prices: [{ amount_type: 'fixed', price_amount: 1000 }],
});

/** Sells until there are `count` paid orders without refunds. */
const sell = async (count: number): Promise<string[]> => {
  await rateOf([...Array(count).keys()], async () => {
    const { client_secret: secret } = await call<{ client_secret: string }>('/checkouts/', {
      products: [product.id],
    });
    await call(`/checkouts/client/${secret}/confirm`, {
      customer_email: `${uuidv7()}@example.com`,
      customer_name: 'Ada',
      customer_billing_address: { country: 'FR' },
      confirmation_token_id: 'tok_success',
    });
  });
  for (;;) {
    const { rows } = await db.query<{ id: string }>(`SELECT id FROM orders WHERE status = 'paid' LIMIT $1`, [
      count,
    ]);
    if (rows.length === count) return rows.map(({ id }) => id);
    await delay(20);
  }
};

const refund = async (): Promise<number> =>
  rateOf(await sell(size), (orderId) =>
    call('/refunds/', { order_id: orderId, reason: 'customer_request', amount: 1000 }),
  );

const bare = ['refunds', 'orders', 'sandbox_refunds', 'outbox'];
/** Writes the rows of the refunds once more, into tables with the same indexes. Returns the rate per second. */
const commit = async (connections: readonly pg.Client[]): Promise<number> => {
  for (const table of bare) {
    await db.query(`DROP TABLE IF EXISTS bare_${table}`);
    await db.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`);
  }
  type Made = { id: string; refund: object; order: object; book: object };
  const { rows } = await db.query<Made>(
    `SELECT r.id, to_jsonb(r) AS refund, to_jsonb(o) AS order, to_jsonb(s) AS book
     FROM refunds r JOIN orders o ON o.id = r.order_id JOIN sandbox_refunds s ON s.refund_id = r.id
     ORDER BY r.created_at DESC LIMIT $1`,
    [size],
  );
  await db.query('INSERT INTO bare_orders SELECT o.* FROM orders o JOIN refunds r ON r.order_id = o.id');
  // About the size of the snapshots of a refund and of its order.
  const [refundSnapshot, orderSnapshot] = [Buffer.alloc(900, 120), Buffer.alloc(5_500, 120)];
  return rateOf(rows, async ({ id, refund: made, order, book }, lane) => {
    const connection = connections[lane];
    if (!connection) throw new Error('a connection for each lane');
    const once = async (statements: [string, unknown[]][]) => {
      await connection.query('BEGIN');
      for (const [text, values] of statements) await connection.query(text, values);
      await connection.query('COMMIT');
    };
    const insert = (table: string, row: object): [string, unknown[]] => [
      `INSERT INTO bare_${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`,
      [JSON.stringify(row)],
    ];
    const event = (body: Buffer): [string, unknown[]] => [
      `INSERT INTO bare_outbox (id, subject, headers, body) VALUES ($1, 'billing.refund.created', '{}', $2)`,
      [uuidv7(), body],
    ];
    await once([insert('refunds', { ...made, status: 'pending', processor_id: null })]);
    await once([insert('sandbox_refunds', book)]);
    await once([
      [`UPDATE bare_refunds SET status = 'succeeded', processor_id = $2 WHERE id = $1`, [id, 'sandbox_re']],
      [
        `UPDATE bare_orders SET refunded_amount = 1000, status = 'refunded', modified_at = now() WHERE id = $1`,
        [(order as { id: string }).id],
      ],
      event(refundSnapshot),
      event(orderSnapshot),
    ]);
  });
};

/** Asserts that refunds, orders and the sandbox's books agree on the refunded amount. */
const assertBalanced = async (): Promise<void> => {
  const { rows } = await db.query<{ refunds: number; orders: number; books: number }>(
    `SELECT (SELECT coalesce(sum(amount + tax_amount), 0)::int FROM refunds WHERE status = 'succeeded') AS refunds,
       (SELECT coalesce(sum(refunded_amount + refunded_tax_amount), 0)::int FROM orders) AS orders,
       (SELECT coalesce(sum(amount), 0)::int FROM sandbox_refunds) AS books`,
  );
  const [sums] = rows;
  if (!sums || sums.refunds !== sums.orders || sums.refunds !== sums.books || sums.refunds === 0)
    throw new Error(`money does not balance: ${JSON.stringify(sums)}`);
  console.log(`given back                   ${sums.refunds} cents, by refunds, orders and the sandbox alike`);
};

const connections = await Promise.all(Array.from({ length: lanes }, () => servers.connect('billing')));
try {
  const rates = await interleave(rounds, { refund, commit: () => commit(connections) });
  const [made, raw] = [median(rates.refund), median(rates.commit)];
  const ratio = made / raw;
  console.log(`bare commits of the same     ${raw.toFixed(0)} refunds a second`);
  console.log(
    `refunds by the API           ${made.toFixed(0)}, ${ratio.toFixed(2)} of it (goal: ${goal})${ratio >= goal ? '' : '  NOT REACHED'}`,
  );
  await assertBalanced();
} finally {
  for (const connection of connections) await connection.end();
  await db.end();
  await admin.end();
  await servers.stop();
}
