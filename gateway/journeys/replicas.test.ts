/**
 * Two of every process on the same servers, each gateway before its own services: what one has done, or ended, the other knows,
 * and what many claim at once is done once, while one of them is killed.
 */
import { eventually } from '@tessera/kit/test/eventually';
import type { ManagedProcess } from '@tessera/local/processes/managed-process';
import { z } from 'zod';
import { createAccount, createCaller, createPartner, createSeller, type Seller } from './support/clients.ts';
import { killProgram } from './support/kill.ts';
import { startReceiver } from './support/receiver.ts';
import { type Journey, startJourney } from './support/system.ts';

const sales = 24;
const day = 86_400;
const told = [
  'customer.created',
  'order.created',
  'order.paid',
  'subscription.created',
  'benefit_grant.created',
];

let journey: Journey;
let billing: ManagedProcess;
let gateways: [string, string];
let seller: Seller;
beforeAll(async () => {
  journey = await startJourney();
  const [identity, organization, webhook, other] = await Promise.all([
    journey.replicate('identity'),
    journey.replicate('organization'),
    journey.replicate('webhook'),
    journey.replicate('billing'),
  ]);
  billing = other;
  const second = await journey.replicate('gateway', { identity, organization, billing, webhook });
  gateways = [journey.url, second.url];
  seller = await createSeller(journey.url);
});
afterAll(() => journey?.stop());

const statusAt = async (gateway: string, headers: Record<string, string>): Promise<number> => {
  const response = await fetch(`${gateway}/api/billing/v1/products/`, { headers });
  await response.arrayBuffer();
  return response.status;
};
const statuses = (headers: Record<string, string>) =>
  Promise.all(gateways.map((gateway) => statusAt(gateway, headers)));

describe('what is ended at one gateway', () => {
  it('is a session that the other one refuses', async () => {
    const { client, jar } = createAccount(journey.url);
    await client.signIn.email({ email: seller.email, password: 'correct horse battery' });
    const cookie = jar.header();
    expect(await statuses({ cookie })).toEqual([200, 200]);
    expect((await seller.call('POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200);
    expect(await statuses({ cookie })).toEqual([401, 401]);
    expect(await statuses({ cookie: seller.jar.header() })).toEqual([200, 200]);
  });

  it('is an access token that the other one refuses', async () => {
    const path = '/api/billing/v1/organization-access-tokens/';
    const made = await seller.call('POST', path, {
      organization_id: seller.organizationId,
      comment: 'soon gone',
      scopes: ['products:read'],
    });
    const authorization = `Bearer ${String(made.body['token'])}`;
    expect(await statuses({ authorization })).toEqual([200, 200]);
    const { id } = z.object({ id: z.string() }).parse(made.body['organization_access_token']);
    const other = createCaller(gateways[1], seller.jar);
    expect((await other('DELETE', `${path}${id}`)).status).toBe(204);
    expect(await statuses({ authorization })).toEqual([401, 401]);
  });
});

/** A confirmation at each gateway at once, tried again while nobody answers, until one of them was taken. */
const confirmTwice = async (clientSecret: string, number: number): Promise<void> => {
  const body = JSON.stringify({
    customer_email: `buyer-${number}@example.com`,
    customer_name: 'Grace Buyer',
    customer_billing_address: { country: 'FR' },
    confirmation_token_id: 'tok_success',
  });
  const confirmAt = async (gateway: string): Promise<number> => {
    const response = await fetch(`${gateway}/api/billing/v1/checkouts/client/${clientSecret}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  await eventually(async () => {
    const answers = await Promise.all(gateways.map(confirmAt));
    // 403: it is not open any more, since the other one was taken, or one that the killed process did not answer.
    expect(answers.filter((status) => status === 200 || status === 403)).not.toEqual([]);
  });
};

/** What the seller was told: type and object, with the ids of the messages. */
const messagesOf = ({ received }: Awaited<ReturnType<typeof startReceiver>>) => {
  const messages = new Map<string, Set<unknown>>();
  for (const { type, body, headers } of received) {
    const key = `${type} ${(JSON.parse(body) as { data: { id: string } }).data.id}`;
    messages.set(key, (messages.get(key) ?? new Set()).add(headers['webhook-id']));
  }
  return messages;
};

describe('what both could do', () => {
  it('is done once: sales, benefits, webhooks and renewals, while one billing is killed', async () => {
    const receiver = await startReceiver();
    const polar = createPartner(gateways[1], seller.token);
    const endpoint = await seller.call('POST', '/api/billing/v1/webhooks/endpoints', {
      url: receiver.url,
      format: 'raw',
      secret: 'replicas',
      events: told,
      organization_id: seller.organizationId,
    });
    expect(endpoint.status).toBe(201);
    const benefit = await polar.benefits.create({ type: 'custom', description: 'Advice', properties: {} });
    const { id } = await polar.products.create({
      name: 'Plan',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 1_700 }],
    });
    await polar.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefit.id] } });
    const open = Array.from({ length: sales }, () => polar.checkouts.create({ products: [id] }));
    const checkouts = await Promise.all(open);

    const bought = Promise.all(checkouts.map(({ clientSecret }, index) => confirmTwice(clientSecret, index)));
    await killProgram(billing);
    await bought;
    await billing.ready();

    const ordersBecause = async (reason: string) => {
      const { items } = (await polar.orders.list({ limit: 100 })).result;
      return items.filter(({ billingReason, status }) => billingReason === reason && status === 'paid');
    };
    await eventually(async () => expect(await ordersBecause('subscription_create')).toHaveLength(sales));
    const orders = await ordersBecause('subscription_create');
    expect(new Set(orders.map(({ checkoutId }) => checkoutId))).toEqual(
      new Set(checkouts.map((checkout) => checkout.id)),
    );
    await eventually(() => expect(messagesOf(receiver).size).toBe(told.length * sales));
    expect([...messagesOf(receiver).values()].filter(({ size }) => size !== 1)).toEqual([]);

    const moved = await seller.call('POST', '/api/dev/clock', { offsetSeconds: 32 * day });
    expect(moved.status).toBe(200);
    await eventually(
      async () => expect(await ordersBecause('subscription_cycle')).toHaveLength(sales),
      60_000,
    );
    // Nothing is left to be done, by either.
    await eventually(async () => {
      const { items } = (await polar.subscriptions.list({ active: true, limit: 100 })).result;
      const now = Date.now() + 32 * day * 1_000;
      expect(items.filter(({ currentPeriodEnd }) => Number(currentPeriodEnd) > now)).toHaveLength(sales);
    });
    expect(await ordersBecause('subscription_cycle')).toHaveLength(sales);
    await receiver.stop();
  });
});
