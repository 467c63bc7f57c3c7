/**
 * Billing is killed twice while it renews a thousand subscriptions, and its servers go away: each is renewed once, each
 * renewal is paid once, and the books balance.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { databaseUrl } from '@tessera/local/servers/databases';
import { Pool } from 'pg';
import { createPartner, createSeller } from './support/clients.ts';
import { killPostgres, killProgram } from './support/kill.ts';
import { type Journey, startJourney } from './support/system.ts';

const count = 1_000;
const day = 86_400;

let journey: Journey;
let db: Pool;
let subscriptionId: string;
beforeAll(async () => {
  journey = await startJourney({ isDurable: true });
  db = new Pool({ connectionString: databaseUrl(journey.urls.postgres, 'billing'), max: 2 });
  // Connections at rest end with the server; the next query opens another.
  db.on('error', () => undefined);
  subscriptionId = await subscribe();
  await multiply();
});
afterAll(async () => {
  await db?.end();
  await journey?.stop();
});

/** One subscription, bought as anybody would. */
const subscribe = async (): Promise<string> => {
  const polar = createPartner(journey.url, (await createSeller(journey.url)).token);
  const product = await polar.products.create({
    name: 'Plan',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1_700 }],
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
  return eventually(async () => {
    const [order] = (await polar.orders.list({ checkoutId: id })).result.items;
    if (!order?.subscriptionId) throw new Error('no order yet');
    return order.subscriptionId;
  });
};

/** As many more, each of a customer with a card of their own. */
const multiply = async (): Promise<void> => {
  await db.query(
    `CREATE TEMP TABLE more AS SELECT n, gen_random_uuid() AS customer, gen_random_uuid() AS subscription,
       gen_random_uuid() AS method, gen_random_uuid() AS payment FROM generate_series(2, ${count}) AS n;
     INSERT INTO customers SELECT (jsonb_populate_record(row, jsonb_build_object('id', customer, 'external_id', NULL,
       'email', 'customer-' || n || '@example.com'))).*
     FROM more, customers row WHERE row.id = (SELECT customer_id FROM subscriptions LIMIT 1);
     INSERT INTO sandbox_charges SELECT (jsonb_populate_record(row, jsonb_build_object('id', 'sandbox_ch_' || n,
       'idempotency_key', 'copy:' || n, 'payment_id', payment, 'client_secret', 'copy_' || n,
       'method_id', 'sandbox_pm_' || n))).*
     FROM more, sandbox_charges row WHERE row.method_id IS NOT NULL;
     INSERT INTO payment_methods SELECT (jsonb_populate_record(row, jsonb_build_object('id', method, 'customer_id', customer,
       'processor_id', 'sandbox_pm_' || n))).* FROM more, payment_methods row;
     INSERT INTO subscriptions SELECT (jsonb_populate_record(row, jsonb_build_object('id', subscription,
       'customer_id', customer, 'checkout_id', NULL))).* FROM more, subscriptions row`,
  );
};

/** At a moment in the middle of its work. */
const killBilling = async (): Promise<void> => {
  await killProgram(journey.processes.billing);
  await journey.processes.billing.ready();
};

const number = async (sql: string): Promise<number> => {
  const { rows } = await db.query<{ number: number }>(`SELECT (${sql})::int AS number`);
  return rows[0]?.number ?? Number.NaN;
};
const renewed = () => number('SELECT count(*) FROM renewals').catch(() => 0);
const untilRenewed = (least: number) =>
  eventually(async () => expect(await renewed()).toBeGreaterThanOrEqual(least), 120_000);

describe('renewals of a thousand subscriptions through crashes', () => {
  it('are each made once and paid once', async () => {
    const moved = await fetch(`${journey.url}/api/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: journey.url },
      body: JSON.stringify({ offsetSeconds: 31 * day + 3_600 }),
    });
    expect(moved.status).toBe(200);
    await untilRenewed(100);
    await killBilling();
    await untilRenewed(300);
    await Promise.all([
      killBilling(),
      journey.servers.nats.kill().then(() => journey.servers.nats.restart()),
    ]);
    await untilRenewed(500);
    await killPostgres(journey);
    await delay(200);
    await untilRenewed(count);
    await eventually(async () => {
      expect({
        payments: await number(`SELECT count(*) FROM payments WHERE status NOT IN ('succeeded', 'failed')`),
        charges: await number(
          `SELECT count(*) FROM sandbox_charges WHERE status NOT IN ('succeeded', 'failed')`,
        ),
        orders: await number(`SELECT count(*) FROM orders WHERE status = 'pending'`),
        events: await number('SELECT count(*) FROM outbox'),
      }).toEqual({ payments: 0, charges: 0, orders: 0, events: 0 });
    }, 120_000);
    expect({
      orders: await number(`SELECT count(*) FROM orders WHERE billing_reason = 'subscription_cycle'`),
      subscriptions: await number('SELECT count(DISTINCT subscription_id) FROM renewals'),
      active: await number(
        `SELECT count(*) FROM subscriptions WHERE status = 'active' AND current_period_start > '${new Date().toISOString()}'`,
      ),
      paid: await number(
        `SELECT sum(total_amount) FROM orders WHERE billing_reason = 'subscription_cycle' AND status = 'paid'`,
      ),
      // The processor's own books.
      taken: await number(
        `SELECT sum(amount) FROM sandbox_charges WHERE status = 'succeeded' AND idempotency_key LIKE 'renewal:%'`,
      ),
      twice: await number(
        `SELECT count(*) FROM (SELECT split_part(idempotency_key, ':', 2) FROM sandbox_charges
         WHERE status = 'succeeded' AND idempotency_key LIKE 'renewal:%' GROUP BY 1 HAVING count(*) > 1) AS twice`,
      ),
      invoices: await number('SELECT count(DISTINCT invoice_number) FROM orders'),
    }).toEqual({
      orders: count,
      subscriptions: count,
      active: count,
      paid: count * 1_700,
      taken: count * 1_700,
      twice: 0,
      invoices: count + 1,
    });
    expect(await number(`SELECT count(*) FROM renewals WHERE subscription_id = '${subscriptionId}'`)).toBe(1);
  });
});
