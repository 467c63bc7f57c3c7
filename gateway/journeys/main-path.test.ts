/**
 * The main job with the unmodified clients: sign up, create an organization and a product with a benefit, sell it
 * through a checkout, and receive signed webhooks.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { validateEvent } from '@polar-sh/sdk/webhooks';
import { eventually } from '@tessera/kit/test/eventually';
import { Webhook } from 'standardwebhooks';
import { createCaller, createPartner, createSeller, type Seller } from './support/clients.ts';
import { startReceiver } from './support/receiver.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

const secret = `whsec_${Buffer.from('a secret that both libraries know').toString('base64')}`;
const partnerEvents = [
  'product.created',
  'benefit.created',
  'checkout.created',
  'checkout.updated',
  'customer.created',
  'order.created',
  'order.updated',
  'order.paid',
  'subscription.created',
  'subscription.active',
  'benefit_grant.created',
  'customer.state_changed',
];

let journey: SharedJourney;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let seller: Seller;

beforeAll(async () => {
  journey = await shareJourney();
  receiver = await startReceiver();
  seller = await createSeller(journey.url);
});
afterAll(async () => {
  await receiver?.stop();
  await journey?.stop();
});

const sell = async () => {
  const polar = createPartner(journey.url, seller.token);
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'Private forum',
    properties: { note: 'Ask for the forum link.' },
  });
  const product = await polar.products.create({
    name: 'Pro plan',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 2_900 }],
  });
  await polar.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefit.id] } });
  return { polar, benefit, product };
};

const buy = async (
  polar: ReturnType<typeof createPartner>,
  productId: string,
  email: string,
  token = 'tok_success',
) => {
  const checkout = await polar.checkouts.create({ products: [productId], customerEmail: email });
  const confirmed = await polar.checkouts.clientConfirm({
    clientSecret: checkout.clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: token,
      customerName: 'Grace Buyer',
      customerBillingAddress: { country: 'FR' },
    },
  });
  return { checkout, confirmed };
};

describe('the main job', () => {
  it('runs from sign-up to a signed webhook', async () => {
    const endpoint = await seller.call('POST', '/api/billing/v1/webhooks/endpoints', {
      url: receiver.url,
      format: 'raw',
      secret,
      events: partnerEvents,
      organization_id: seller.organizationId,
    });
    expect(endpoint.status).toBe(201);
    const { polar, benefit, product } = await sell();
    const { checkout, confirmed } = await buy(polar, product.id, 'grace@example.com');
    expect(confirmed.status).toBe('confirmed');
    expect(confirmed.totalAmount).toBe(2_900);
    expect(confirmed.customerSessionToken).toMatch(/^tessera_cst_/);

    await eventually(async () =>
      expect((await polar.checkouts.get({ id: checkout.id })).status).toBe('succeeded'),
    );
    const orders = await polar.orders.list({ checkoutId: checkout.id });
    const [order] = orders.result.items;
    expect(order).toMatchObject({
      status: 'paid',
      paid: true,
      totalAmount: 2_900,
      billingReason: 'subscription_create',
    });
    const subscriptions = await polar.subscriptions.list({ productId: product.id });
    expect(subscriptions.result.items).toEqual([
      expect.objectContaining({ status: 'active', amount: 2_900, productId: product.id }),
    ]);

    await eventually(async () => {
      const grants = await polar.benefits.grants({ id: benefit.id });
      expect(grants.result.items).toEqual([
        expect.objectContaining({ isGranted: true, benefitId: benefit.id }),
      ]);
    });
    const state = await polar.customers.getState({ id: order?.customerId ?? '' });
    expect(state.activeSubscriptions).toHaveLength(1);
    expect(state.grantedBenefits).toEqual([expect.objectContaining({ benefitId: benefit.id })]);

    await eventually(() => expect(new Set(receiver.types())).toEqual(new Set(partnerEvents)));
    for (const { body, headers } of receiver.received) {
      const plain = headers as Record<string, string>;
      expect(() => validateEvent(body, plain, secret)).not.toThrow();
      expect(() => new Webhook(secret).verify(body, plain)).not.toThrow();
      expect(() =>
        new Webhook(`whsec_${Buffer.from('another secret').toString('base64')}`).verify(body, plain),
      ).toThrow();
    }
    const deliveries = await seller.call(
      'GET',
      `/api/billing/v1/webhooks/deliveries?endpoint_id=${String(endpoint.body['id'])}&limit=100`,
    );
    expect(deliveries.body['items']).toEqual(
      expect.arrayContaining([expect.objectContaining({ succeeded: true, http_code: 200 })]),
    );
  });

  it('leaves no order and an open checkout when the card is declined, now or later', async () => {
    const { polar, product } = await sell();
    const declined = await polar.checkouts.create({
      products: [product.id],
      customerEmail: 'declined@example.com',
    });
    const confirm = (clientSecret: string, token: string) =>
      polar.checkouts.clientConfirm({
        clientSecret,
        checkoutConfirmStripe: {
          confirmationTokenId: token,
          customerName: 'D',
          customerBillingAddress: { country: 'FR' },
        },
      });
    await expect(confirm(declined.clientSecret, 'tok_declined')).rejects.toMatchObject({
      name: 'PaymentError',
    });
    expect((await polar.checkouts.get({ id: declined.id })).status).toBe('open');
    await confirm(declined.clientSecret, 'tok_fails_later');
    await eventually(async () =>
      expect((await polar.checkouts.get({ id: declined.id })).status).toBe('open'),
    );
    expect((await polar.orders.list({ checkoutId: declined.id })).result.items).toEqual([]);
    await confirm(declined.clientSecret, 'tok_success');
    await eventually(async () =>
      expect((await polar.checkouts.get({ id: declined.id })).status).toBe('succeeded'),
    );
    expect((await polar.orders.list({ checkoutId: declined.id })).result.items).toHaveLength(1);
  });

  it('tells the checkout page over its stream when the order is there', async () => {
    const { polar, product } = await sell();
    const checkout = await polar.checkouts.create({
      products: [product.id],
      customerEmail: 'streamer@example.com',
    });
    const response = await fetch(
      `${journey.url}/api/billing/v1/checkouts/client/${checkout.clientSecret}/stream`,
    );
    const keys = collectKeys(response);
    await polar.checkouts.clientConfirm({
      clientSecret: checkout.clientSecret,
      checkoutConfirmStripe: {
        confirmationTokenId: 'tok_success',
        customerName: 'S',
        customerBillingAddress: { country: 'FR' },
      },
    });
    await eventually(() =>
      expect(new Set(keys.seen)).toEqual(
        new Set([
          'checkout.updated',
          'checkout.order_created',
          'checkout.subscription_created',
          'checkout.webhook_event_delivered',
        ]),
      ),
    );
    await keys.stop();
  });

  it('ends with sign-out: the session opens nothing any more', async () => {
    const other = await createSeller(journey.url);
    const path = '/api/billing/v1/products/';
    expect((await other.call('GET', path)).status).toBe(200);
    const before = other.jar.header();
    expect((await other.client.signOut()).data).toEqual({ success: true });
    const replay = await fetch(journey.url + path, { headers: { cookie: before } });
    expect(replay.status).toBe(401);
    expect((await other.client.getSession()).data).toBeNull();
  });

  it('revokes an access token at once', async () => {
    const other = await createSeller(journey.url);
    const polar = createPartner(journey.url, other.token);
    await polar.products.list({});
    const tokens = await other.call(
      'GET',
      `/api/billing/v1/organization-access-tokens/?organization_id=${other.organizationId}`,
    );
    const [token] = tokens.body['items'] as unknown as { id: string }[];
    expect(
      (await other.call('DELETE', `/api/billing/v1/organization-access-tokens/${token?.id}`)).status,
    ).toBe(204);
    await expect(polar.products.list({})).rejects.toMatchObject({ statusCode: 401 });
  });
});

/** What a browser does for the auth client. */
const cookies = `
const kept = new Map();
const send = fetch;
globalThis.fetch = async (input, init = {}) => {
  const headers = new Headers(init.headers);
  if (kept.size > 0) headers.set('cookie', [...kept].map((pair) => pair.join('=')).join('; '));
  const response = await send(input, { ...init, headers });
  for (const cookie of response.headers.getSetCookie()) {
    const [pair] = cookie.split(';');
    kept.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return response;
};
`;

describe('the programs of the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [signUp = '', ...sale] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

  /** Runs a program as it stands, against this system; answers what it printed. */
  const run = async (code: string, env: Record<string, string> = {}): Promise<string> => {
    const program = code.replaceAll('http://localhost:3000', journey.url);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', '--input-type=module-typescript', '--eval', program],
      { cwd: new URL('..', import.meta.url), env: { ...process.env, ...env }, timeout: 60_000 },
    );
    return stdout.trim();
  };

  it('sign somebody up and create their organization', async () => {
    expect(await run(cookies + signUp)).toMatch(/^ada@example\.com [\da-f-]{36}$/);
  });

  it('sell a subscription', async () => {
    const own = await createSeller(journey.url);
    const url = await run(sale.join(''), { TESSERA_ACCESS_TOKEN: own.token });
    expect(url).toContain('/checkout/');
    const polar = createPartner(journey.url, own.token);
    await eventually(async () => {
      const subscriptions = await polar.subscriptions.list({});
      expect(subscriptions.result.items).toEqual([
        expect.objectContaining({ status: 'active', amount: 2_900 }),
      ]);
    });
  });
});

/** Reads a stream's messages in the background and keeps their keys. */
const collectKeys = (response: Response) => {
  const seen: string[] = [];
  const reader = response.body?.getReader();
  const read = async (): Promise<void> => {
    let text = '';
    for (;;) {
      const chunk = await reader?.read().catch(() => undefined);
      if (!chunk || chunk.done) return;
      text += new TextDecoder().decode(chunk.value);
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const data = message
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5))
          .join('');
        if (data) seen.push((JSON.parse(data) as { key: string }).key);
      }
    }
  };
  const reading = read();
  return {
    seen,
    stop: async () => {
      await reader?.cancel();
      await reading;
    },
  };
};

describe('anonymous callers', () => {
  it('see nothing of a seller', async () => {
    const anonymous = createCaller(journey.url, {
      ...seller.jar,
      fetch: (input, init) => fetch(input, init),
      header: () => '',
      names: () => [],
    });
    for (const path of [
      'products',
      'orders',
      'customers',
      'subscriptions',
      'checkouts',
      'benefits',
      'webhooks/endpoints',
      'organizations',
    ])
      expect([path, (await anonymous('GET', `/api/billing/v1/${path}/`)).status]).toEqual([path, 401]);
  });
});
