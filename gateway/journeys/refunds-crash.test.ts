/**
 * Billing is killed twice while two hundred orders are refunded, many at once, and the database goes away: each order's money
 * goes back once, whatever was asked again, and the processor's books say the same.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { databaseUrl } from '@tessera/local/servers/databases';
import { Pool } from 'pg';
import { createPartner, createSeller } from './support/clients.ts';
import { killPostgres, killProgram } from './support/kill.ts';
import { type Journey, startJourney } from './support/system.ts';

const count = 200;
const price = 1_700;
const lanes = 16;

let journey: Journey;
let db: Pool;
let token: string;
beforeAll(async () => {
  journey = await startJourney({ isDurable: true });
  db = new Pool({ connectionString: databaseUrl(journey.urls.postgres, 'billing'), max: 2 });
  // Connections at rest end with the server; the next query opens another.
  db.on('error', () => undefined);
  token = (await createSeller(journey.url)).token;
  await sell();
  await multiply();
});
afterAll(async () => {
  await db?.end();
  await journey?.stop();
});

/** One order, bought as anybody would. */
const sell = async (): Promise<void> => {
  const polar = createPartner(journey.url, token);
  const product = await polar.products.create({
    name: 'Book',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: price }],
  });
  const { clientSecret, id } = await polar.checkouts.create({ products: [product.id] });
  await polar.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: 'tok_success',
      customerEmail: 'first@example.com',
      customerName: 'First',
      customerBillingAddress: { country: 'FR' },
    },
  });
  await eventually(async () => {
    const { result } = await polar.orders.list({ checkoutId: id });
    expect(result.items.map(({ status }) => status)).toEqual(['paid']);
  });
};

/** As many more, each with a payment and a charge of its own. */
const multiply = async (): Promise<void> => {
  await db.query(
    `CREATE TEMP TABLE more AS SELECT n, gen_random_uuid() AS made, gen_random_uuid() AS payment
     FROM generate_series(2, ${count}) AS n;
     INSERT INTO sandbox_charges SELECT (jsonb_populate_record(row, jsonb_build_object('id', 'sandbox_ch_' || n,
       'idempotency_key', 'copy:' || n, 'payment_id', payment, 'client_secret', 'copy_' || n, 'method_id', NULL))).*
     FROM more, sandbox_charges row;
     INSERT INTO orders SELECT (jsonb_populate_record(row, jsonb_build_object('id', made, 'invoice_number', NULL,
       'checkout_id', NULL))).* FROM more, orders row;
     INSERT INTO order_items SELECT (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid(),
       'order_id', made))).* FROM more, order_items row;
     INSERT INTO payments SELECT (jsonb_populate_record(row, jsonb_build_object('id', payment, 'purpose_kind', 'renewal',
       'purpose_id', made, 'checkout_id', NULL, 'order_id', made, 'idempotency_key', 'copy:' || n,
       'processor_id', 'sandbox_ch_' || n))).* FROM more, payments row`,
  );
};

type Wanted = { orderId: string; amount: number };

/** Every other order as a whole, the others in two halves that may meet. */
const wanted = async (): Promise<Wanted[]> => {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM orders');
  return rows.flatMap(({ id: orderId }, at) =>
    at % 2 === 0 ? [{ orderId, amount: price }] : Array(2).fill({ orderId, amount: price / 2 }),
  );
};

/** Asks until somebody answers. One that was cut off may have been made: then there is not that much left. */
const refund = async ({ orderId, amount }: Wanted): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const status = await fetch(`${journey.url}/api/billing/v1/refunds/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ order_id: orderId, reason: 'other', amount }),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status >= 200 && status < 300) return;
    if (status === 400 || status === 403) return;
    if (status !== 0 && status !== 429 && status < 500) throw new Error(`refund: ${status} at try ${tries}`);
    await delay(100);
  }
};

const number = async (sql: string): Promise<number> => {
  const { rows } = await db.query<{ number: number }>(`SELECT (${sql})::int AS number`);
  return rows[0]?.number ?? Number.NaN;
};
const untilRefunded = (least: number) =>
  eventually(async () => {
    const refunds = await number('SELECT count(*) FROM refunds').catch(() => 0);
    expect(refunds).toBeGreaterThanOrEqual(least);
  }, 60_000);

/** At a moment in the middle of its work. */
const killBilling = async (): Promise<void> => {
  await killProgram(journey.processes.billing);
  await journey.processes.billing.ready();
};

describe('refunds of two hundred orders through crashes', () => {
  it('give each order’s money back once', async () => {
    const left = await wanted();
    const asking = Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let next = left.shift(); next; next = left.shift()) await refund(next);
      }),
    );
    await untilRefunded(30);
    await killBilling();
    await untilRefunded(90);
    await killBilling();
    await untilRefunded(150);
    await killPostgres(journey);
    await asking;
    await eventually(async () => {
      expect({
        pending: await number(`SELECT count(*) FROM refunds WHERE status = 'pending'`),
        events: await number('SELECT count(*) FROM outbox'),
      }).toEqual({ pending: 0, events: 0 });
    }, 60_000);
    expect({
      refunded: await number(
        `SELECT count(*) FROM orders WHERE status = 'refunded' AND refunded_amount = ${price}`,
      ),
      refunds: await number(`SELECT sum(amount) FROM refunds WHERE status = 'succeeded'`),
      others: await number(`SELECT count(*) FROM refunds WHERE status <> 'succeeded'`),
      // The processor's own books.
      books: await number('SELECT sum(amount) FROM sandbox_refunds'),
      tooMuch: await number(
        `SELECT count(*) FROM (SELECT charge_id FROM sandbox_refunds GROUP BY charge_id HAVING sum(amount) > ${price}) AS charges`,
      ),
      keys: await number('SELECT count(*) - count(DISTINCT refund_id) FROM sandbox_refunds'),
    }).toEqual({
      refunded: count,
      refunds: count * price,
      others: 0,
      books: count * price,
      tooMuch: 0,
      keys: 0,
    });
  });
});
