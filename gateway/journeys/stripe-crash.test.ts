/**
 * Billing is killed while Stripe charges, waits for banks and gives back, and its servers go away; Stripe tells of everything
 * late, twice, the last first. What Stripe holds is what the orders say, and nobody has paid or been paid back twice.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { eventOf, type FakeStripe, startFakeStripe } from '@tessera/kit/test/stripe';
import { createPartner, createSeller, type Seller } from './support/clients.ts';
import { killPostgres, killProgram } from './support/kill.ts';
import { type Journey, startJourney } from './support/system.ts';

/** After the last fault: lost leases, pauses of consumers and the sweeper's patience go by. */
const recovery = 120_000;
const buyers = 18;
const price = 1_500;
/** Half pay at once; the banks of some ask first, and some cards are declined. */
const tokens = ['ok', 'ok', '3ds', 'ok', '3ds', 'declined'].map((outcome) => `ctoken_${outcome}`);

let stripe: FakeStripe;
let journey: Journey;
let seller: Seller;
let account: ReturnType<FakeStripe['addAccount']>;
beforeAll(async () => {
  stripe = await startFakeStripe();
  journey = await startJourney({ isDurable: true, env: { STRIPE_API_URL: stripe.url } });
  seller = await createSeller(journey.url);
  account = stripe.addAccount();
  const connected = await seller.call('POST', '/api/billing/v1/payment-accounts/', {
    organization_id: seller.organizationId,
    secret_key: account.key,
    publishable_key: account.publishableKey,
    webhook_secret: account.webhookSecret,
  });
  if (connected.status !== 201) throw new Error(JSON.stringify(connected.body));
}, 120_000);
afterAll(async () => {
  await journey?.stop();
  await stripe?.stop();
});

const killBilling = async (): Promise<void> => {
  await delay(150);
  await killProgram(journey.processes.billing);
  await journey.processes.billing.ready();
};
const killNats = async (): Promise<void> => {
  await journey.servers.nats.kill();
  const killed = killBilling();
  await delay(500);
  await journey.servers.nats.restart();
  await killed;
};
const killDatabase = (): Promise<void> => killPostgres(journey);

/**
 * Sends again for as long as nobody answers, the system is to blame, or the request is under way; answers the status. What
 * became of a request that was cut off after it had changed something (409) is found out by the system itself.
 */
const insist = async (send: () => Promise<Response>): Promise<number> => {
  for (;;) {
    const { status, text } = await send().then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    );
    const isOver =
      status !== 0 && status < 500 && status !== 429 && !text.includes('idempotency_key_in_flight');
    if (isOver) return status;
    await delay(100);
  }
};

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${journey.url}/api/billing/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const buy = async ({ clientSecret, token }: { clientSecret: string; token: string }): Promise<void> => {
  const body = {
    customer_email: `${randomUUID()}@example.com`,
    customer_name: 'Grace Buyer',
    customer_billing_address: { country: 'FR' },
    confirmation_token_id: token,
  };
  await insist(() => post(`/checkouts/client/${clientSecret}/confirm`, body));
};

/** All that Stripe has, told twice, the last first. */
const tellAll = async (): Promise<void> => {
  const things = [...stripe.of('payment_intent'), ...stripe.of('refund')].toReversed();
  for (const thing of [...things, ...things]) {
    const { body, signature } = eventOf(thing, {
      type: `${thing.object}.updated`,
      secret: account.webhookSecret,
    });
    const status = await insist(() =>
      fetch(
        `${journey.url}/api/billing/v1/integrations/stripe/webhook?organization=${seller.organizationId}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          body,
        },
      ),
    );
    expect(status).toBe(200);
  }
};

/** Everybody whose bank asks says yes. Answers how many have been asked. */
const answerBanks = (): number => {
  const asking = stripe.of('payment_intent').filter(({ status }) => status === 'requires_action');
  for (const { id } of asking) stripe.authenticate(id, true);
  return asking.length;
};

/** What each charge that went through was for. */
const purposesPaid = (): unknown[] =>
  stripe
    .of('payment_intent')
    .filter(({ status }) => status === 'succeeded')
    .map(({ metadata }) => (metadata as Record<string, string>)['tessera_purpose']);

describe('a system at Stripe whose billing is killed, and its servers', () => {
  it('charges and gives back once, so that Stripe holds what the orders say', async () => {
    const polar = createPartner(journey.url, seller.token);
    const { id } = await polar.products.create({
      name: 'Book',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: price }],
    });
    const visits = await Promise.all(
      Array.from({ length: buyers }, async (_, index) => {
        const { clientSecret } = await polar.checkouts.create({ products: [id] });
        return { clientSecret, token: tokens[index % tokens.length] ?? 'ctoken_ok' };
      }),
    );
    const faults = [killBilling, killDatabase, killNats];
    const size = buyers / faults.length;
    const bought: Promise<void>[] = [];
    for (const [index, fault] of faults.entries()) {
      bought.push(...visits.slice(index * size, (index + 1) * size).map(buy));
      await fault();
    }
    await Promise.all(bought);
    const listOrders = async () => (await polar.orders.list({ limit: 100 })).result.items;
    const sold = visits.filter(({ token }) => token !== 'ctoken_declined').length;
    answerBanks();
    await killBilling();
    await eventually(async () => {
      // What was cut off before Stripe had heard of it is asked for later, and its bank asks then.
      if (answerBanks() > 0) await tellAll();
      expect(await listOrders()).toHaveLength(sold);
    }, recovery);
    await tellAll();
    expect(await listOrders()).toHaveLength(sold);
    expect(stripe.balance(account.account)).toBe(sold * price);
    expect(new Set(purposesPaid()).size).toBe(sold);
    expect(purposesPaid()).toHaveLength(sold);

    const refunds = (await listOrders()).slice(0, 12).map((order) => {
      const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': randomUUID() };
      const body = { order_id: order.id, reason: 'other', amount: 400 };
      return insist(() => post('/refunds/', body, headers));
    });
    await killBilling();
    await killDatabase();
    await Promise.all(refunds);
    await tellAll();
    await eventually(async () => {
      const { result } = await polar.refunds.list({ limit: 100 });
      expect(result.items.filter(({ status }) => status === 'pending')).toEqual([]);
      const kept = (await listOrders()).reduce(
        (sum, order) => sum + order.totalAmount - order.refundedAmount - order.refundedTaxAmount,
        0,
      );
      expect(stripe.balance(account.account)).toBe(kept);
      const given = result.items.filter(({ status }) => status === 'succeeded');
      expect(stripe.of('refund')).toHaveLength(given.length);
      expect(given.length).toBeGreaterThan(0);
    }, recovery);
  }, 420_000);
});
