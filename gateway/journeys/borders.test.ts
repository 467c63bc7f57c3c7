/** Nobody reads or writes across the border of an organization: by session, access token, client or client secret. */
import { createToken, randomText, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { type FakeStripe, startFakeStripe } from '@tessera/kit/test/stripe';
import type { BearerRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import { AccessTokenScope } from '@tessera/proto/api/organization/access-token';
import { OAuthScope, oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import { createClient } from 'redis';
import { createPartner, createSeller, type Seller } from './support/clients.ts';
import { type Journey, startJourney } from './support/system.ts';

let journey: Journey;
let stripe: FakeStripe;
let owner: Seller;
let stranger: Seller;
let reader: Seller;
let things: {
  product: string;
  benefit: string;
  discount: string;
  meter: string;
  usageAlert: string;
  field: string;
  link: string;
  linkSecret: string;
  file: string;
  refund: string;
  payment: string;
  registration: string;
  customer: string;
  checkout: string;
  secret: string;
  endpoint: string;
  token: string;
  order: string;
  subscription: string;
  priceChange: string;
  licenseKey: string;
  activation: string;
  delivery: string;
  wallet: string;
  account: string;
  client: string;
  consent: string;
  event: string;
  usageEvent: string;
  customerMeter: string;
  customerSession: string;
  grant: string;
  method: string;
};

beforeAll(async () => {
  stripe = await startFakeStripe();
  journey = await startJourney({ env: { STRIPE_API_URL: stripe.url } });
  [owner, stranger, reader] = await Promise.all([
    createSeller(journey.url),
    createSeller(journey.url),
    createSeller(journey.url, ['products:read']),
  ]);
  things = await makeThings();
});
afterAll(async () => {
  await journey?.stop();
  await stripe?.stop();
});

const makeThings = async () => {
  const polar = createPartner(journey.url, owner.token);
  const product = await polar.products.create({
    name: 'Secret plan',
    recurringInterval: null,
    prices: [{ amountType: 'free' }],
  });
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'Secret benefit',
    properties: { note: null },
  });
  const customer = await polar.customers.create({ email: 'secret@example.com', externalId: 'secret-1' });
  const checkout = await polar.checkouts.create({ products: [product.id] });
  const endpoint = await owner.call('POST', '/api/billing/v1/webhooks/endpoints', {
    url: 'https://example.com/hook',
    format: 'raw',
    events: ['order.paid', 'customer.updated'],
    organization_id: owner.organizationId,
  });
  const discount = await polar.discounts.create({
    duration: 'once',
    type: 'percentage',
    basisPoints: 1_000,
    name: 'Secret discount',
  });
  const meter = await polar.meters.create({
    name: 'Secret meter',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  });
  await polar.customers.update({ id: customer.id, customerUpdate: { name: 'Secret' } });
  const tokens = await owner.call(
    'GET',
    `/api/billing/v1/organization-access-tokens/?organization_id=${owner.organizationId}`,
  );
  const [token] = tokens.body['items'] as unknown as { id: string }[];
  const { usageEvent, customerMeter } = await makeUsage(customer.id);
  const alert = await make('usage-alerts', {
    name: 'Secret limit',
    meter_id: meter.id,
    kind: 'units',
    threshold: 1,
  });
  const field = await make('custom-fields', { type: 'text', slug: 'secret', name: 'Secret', properties: {} });
  const link = await make('checkout-links', { payment_processor: 'stripe', products: [product.id] });
  const file = await make('files', {
    service: 'downloadable',
    name: 'secret.txt',
    mime_type: 'text/plain',
    size: 6,
    upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 6, checksum_sha256_base64: null }] },
  });
  const { delivery, event } = await makeDelivery(String(endpoint.body['id']));
  return {
    product: product.id,
    benefit: benefit.id,
    discount: discount.id,
    meter: meter.id,
    usageAlert: alert.id,
    usageEvent,
    customerMeter,
    field: field.id,
    link: link.id,
    linkSecret: link['client_secret'] ?? '',
    file: file.id,
    customer: customer.id,
    checkout: checkout.id,
    secret: checkout.clientSecret,
    endpoint: String(endpoint.body['id']),
    token: token?.id ?? '',
    delivery,
    event,
    registration: (await make('tax-registrations', { country: 'CH' })).id,
    ...(await makeSale(customer.id)),
    wallet: await makeWallet(customer.id),
    account: await connectAccount(),
    ...(await connectClient()),
  };
};

/** A client that the owner has registered, and let act for their organization. */
const connectClient = async () => {
  const oauth = `${base}/oauth2`;
  const registered = await owner.call('POST', `${oauth}/register`, {
    client_name: 'Secret app',
    redirect_uris: ['https://app.example/callback'],
  });
  const request = {
    client_id: registered.body['client_id'],
    response_type: 'code',
    sub_type: 'organization',
  };
  const { organizationId: organization_id } = owner;
  const answer = { request, action: 'allow', organization_id };
  expect((await owner.call('POST', `${oauth}/authorization`, answer)).status).toBe(200);
  const { body } = await owner.call('GET', `${oauth}/consents/?organization_id=${organization_id}`);
  const [consent] = body['items'] as unknown as { id: string }[];
  return { client: String(request.client_id), consent: consent?.id ?? '' };
};

/** What the customer used, and what a meter has made of it. */
const makeUsage = async (customerId: string) => {
  const polar = createPartner(journey.url, owner.token);
  await polar.events.ingest({ events: [{ name: 'secret', customerId }] });
  const [event] = (await polar.events.list({})).result.items;
  const meter = await eventually(async () => {
    const [found] = (await polar.customerMeters.list({ customerId })).result.items;
    if (!found) throw new Error('not counted yet');
    return found;
  });
  return { usageEvent: event?.id ?? '', customerMeter: meter.id };
};

/** The owner's own account, which takes what is sold from here on. */
const connectAccount = async (): Promise<string> => {
  const { key, publishableKey, webhookSecret } = stripe.addAccount();
  const keys = { secret_key: key, publishable_key: publishableKey, webhook_secret: webhookSecret };
  return (await make('payment-accounts', keys)).id;
};

/** Makes something of the owner's through the API. */
const make = async (path: string, body: object): Promise<{ id: string } & Record<string, string>> => {
  const reply = await owner.call('POST', `/api/billing/v1/${path}/`, {
    ...body,
    organization_id: owner.organizationId,
  });
  if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as { id: string } & Record<string, string>;
};

/** A subscription that the customer has paid for, of which a little went back, with the session that this opened. */
const makeSale = async (customerId: string) => {
  const polar = createPartner(journey.url, owner.token);
  const product = await polar.products.create({
    name: 'Secret subscription',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
  });
  const licenses = await polar.benefits.create({
    type: 'license_keys',
    description: 'Secret license',
    properties: { activations: { limit: 1, enableCustomerAdmin: true } },
  });
  await polar.products.updateBenefits({
    id: product.id,
    productBenefitsUpdate: { benefits: [licenses.id] },
  });
  const { clientSecret, id } = await polar.checkouts.create({ products: [product.id], customerId });
  const confirmed = await polar.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: 'tok_success',
      customerName: 'Secret',
      customerBillingAddress: { country: 'FR' },
    },
  });
  const order = await eventually(async () => {
    const { result } = await polar.orders.list({ checkoutId: id });
    const [found] = result.items;
    if (!found?.subscriptionId) throw new Error('no order yet');
    return found;
  });
  const refund = await polar.refunds.create({ orderId: order.id, reason: 'other', amount: 100 });
  const [payment] = (await polar.payments.list({ orderId: order.id })).result.items;
  const customerSession = confirmed.customerSessionToken;
  const cards = await polar.customerPortal.customers.getPaymentMethods({ customerSession }, {});
  const grants = await eventually(async () => {
    const { result } = await polar.customerPortal.benefitGrants.list({ customerSession }, {});
    if (!result.items[0]) throw new Error('nothing granted yet');
    return result.items;
  });
  return {
    grant: grants[0]?.id ?? '',
    method: cards.result.items[0]?.id ?? '',
    refund: refund?.id ?? '',
    payment: payment?.id ?? '',
    ...(await makeActivation(licenses.id)),
    priceChange: await makePriceChange(product.id),
    order: order.id,
    subscription: order.subscriptionId ?? '',
    customerSession,
  };
};

/** An order that was too small to be charged: its customer owes it. */
const makeWallet = async (customerId: string): Promise<string> => {
  const polar = createPartner(journey.url, owner.token);
  const product = await polar.products.create({
    name: 'Secret trifle',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
  });
  const discount = await polar.discounts.create({
    duration: 'once',
    type: 'fixed',
    amount: 970,
    currency: 'usd',
    name: 'Secret rebate',
  });
  const { clientSecret } = await polar.checkouts.create({
    products: [product.id],
    customerId,
    discountId: discount.id,
  });
  await polar.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: { customerName: 'Secret', customerBillingAddress: { country: 'FR' } },
  });
  return eventually(async () => {
    const { body } = await owner.call('GET', `/api/billing/v1/wallets/?customer_id=${customerId}`);
    const [wallet] = body['items'] as unknown as { id: string }[];
    if (!wallet) throw new Error('owes nothing yet');
    return wallet.id;
  });
};

/** New prices for who has subscribed. */
const makePriceChange = async (productId: string): Promise<string> => {
  const path = `/api/billing/v1/products/${productId}/price-changes`;
  const reply = await owner.call('POST', path, { applies: 'next_period' });
  if (reply.status !== 201) throw new Error(`${path}: ${reply.status}`);
  return String(reply.body['id']);
};

/** The key that was sold, and a device that uses it. */
const makeActivation = async (benefitId: string) => {
  const polar = createPartner(journey.url, owner.token);
  const key = await eventually(async () => {
    const [found] = (await polar.licenseKeys.list({ benefitId })).result.items;
    if (!found) throw new Error('no key yet');
    return found;
  });
  const { id } = await polar.customerPortal.licenseKeys.activate({
    key: key.key,
    organizationId: owner.organizationId,
    label: 'Secret device',
  });
  return { licenseKey: key.id, activation: id };
};

/** An event that the owner's endpoint was to be sent. */
const makeDelivery = async (endpointId: string) =>
  eventually(async () => {
    const { body } = await owner.call('GET', `/api/billing/v1/webhooks/deliveries?endpoint_id=${endpointId}`);
    const [found] = body['items'] as unknown as { id: string; webhook_event: { id: string } }[];
    if (!found) throw new Error('no delivery yet');
    return { delivery: found.id, event: found.webhook_event.id };
  });

const byToken = async (token: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${journey.url}/api/billing/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as { error?: string } | null };
};

/** The token of an OAuth client that a seller has let act for them: its record lies where the organization service keeps it. */
const oauthClientFor = async ({ client }: Seller, scopes: readonly string[]): Promise<string> => {
  const { data } = await client.getSession();
  const record: BearerRecord = {
    id: randomText(8),
    clientId: `${oauthPrefixes.clientId}1`,
    userId: data?.user.id ?? '',
    scopes: [...scopes],
    expiresAt: '2999-01-01T00:00:00.000Z',
  };
  const token = createToken(oauthPrefixes.userAccess);
  const store = await createClient({ url: journey.urls.redis }).connect();
  await store.set(accessTokenKey(sha256(token)), JSON.stringify(record));
  store.destroy();
  return token;
};

/** What an OAuth client can be given, and what only access tokens can. */
const everyScope = [...new Set([...OAuthScope.options, ...AccessTokenScope.options])];

const lists = [
  'products',
  'benefits',
  'discounts',
  'meters',
  'events',
  'events/names',
  'customer-meters',
  'usage-alerts',
  'customers',
  'checkouts',
  'orders',
  'subscriptions',
  'webhooks/endpoints',
];

describe('a stranger', () => {
  it('sees none of them in a list, not even by asking for the organization', async () => {
    for (const list of lists)
      for (const query of ['', `?organization_id=${owner.organizationId}`]) {
        const bySession = await stranger.call('GET', `/api/billing/v1/${list}/${query}`);
        expect([list, query, bySession.status, bySession.body['items']]).toEqual([list, query, 200, []]);
        const token = await byToken(stranger.token, 'GET', `${list}/${query}`);
        expect([list, query, token.status, (token.body as { items?: unknown } | null)?.items]).toEqual([
          list,
          query,
          200,
          [],
        ]);
      }
  });

  it('cannot sell, connect or mint in the owner’s name', async () => {
    const attempts: [string, unknown][] = [
      ['checkouts/', { products: [things.product] }],
      [
        'products/',
        {
          name: 'Mine',
          recurring_interval: null,
          prices: [{ amount_type: 'free' }],
          organization_id: owner.organizationId,
        },
      ],
      [
        'webhooks/endpoints',
        {
          url: 'https://evil.example',
          format: 'raw',
          events: ['order.paid'],
          organization_id: owner.organizationId,
        },
      ],
      [
        'organization-access-tokens/',
        { organization_id: owner.organizationId, comment: 'x', scopes: ['products:read'] },
      ],
    ];
    for (const [path, body] of attempts) {
      const { status } = await stranger.call('POST', `/api/billing/v1/${path}`, body);
      expect([path, [403, 404, 422].includes(status)]).toEqual([path, true]);
    }
    const { status } = await stranger.call(
      'DELETE',
      `/api/billing/v1/organization-access-tokens/${things.token}`,
    );
    expect(status).toBe(404);
    expect((await byToken(owner.token, 'GET', `products/${things.product}`)).status).toBe(200);
  });

  it('cannot make the owner’s organization the active one', async () => {
    const { error } = await stranger.client.organization.setActive({ organizationId: owner.organizationId });
    expect(error).toMatchObject({ status: 403, message: 'User is not a member of the organization' });
  });
});

describe('an access token', () => {
  it('does what its scopes say and nothing else', async () => {
    expect((await byToken(reader.token, 'GET', 'products/')).status).toBe(200);
    const body = { name: 'Plan', recurring_interval: null, prices: [{ amount_type: 'free' }] };
    const attempts: [string, string, unknown?][] = [
      ['POST', 'products/', body],
      ['GET', 'customers/'],
      ['GET', 'orders/'],
      ['GET', 'webhooks/endpoints'],
      ['GET', `organizations/${reader.organizationId}`],
    ];
    for (const [method, path, sent] of attempts) {
      const { status, body: answer } = await byToken(reader.token, method, path, sent);
      expect([path, status, answer?.error]).toEqual([path, 403, 'insufficient_scope']);
    }
  });

  it('mints no further tokens', async () => {
    const attempt = { organization_id: owner.organizationId, comment: 'x', scopes: ['products:read'] };
    expect((await byToken(owner.token, 'POST', 'organization-access-tokens/', attempt)).status).toBe(403);
  });
});

describe('an OAuth client of a user', () => {
  it('does what its scopes say, for the organizations of the user', async () => {
    const token = await oauthClientFor(owner, ['products:read']);
    const { status, body } = await byToken(token, 'GET', `products/${things.product}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ id: things.product })]);
    expect((await byToken(token, 'PATCH', `products/${things.product}`, { name: 'x' })).status).toBe(403);
    expect((await byToken(token, 'GET', 'orders/')).status).toBe(403);
  });

  it('is no person: it mints no tokens, moves no money, and does not sign in', async () => {
    const token = await oauthClientFor(owner, everyScope);
    const organization_id = owner.organizationId;
    const named = `?organization_id=${organization_id}`;
    const keys = bodies()['POST payment-accounts'];
    const attempts: [string, string, unknown?][] = [
      ['POST', 'organization-access-tokens/', { organization_id, comment: 'x', scopes: ['products:read'] }],
      ['GET', `organization-access-tokens/${named}`],
      ['DELETE', `organization-access-tokens/${things.token}`],
      ['POST', 'payment-accounts', keys],
      ['PATCH', `payment-accounts/${things.account}`, { secret_key: 'rk_test_taken_over' }],
      ['DELETE', `payment-accounts/${things.account}`],
      ['GET', `notification-settings${named}`],
      ['PATCH', 'notification-settings', { organization_id, new_order: true }],
      ['GET', `integrations/discord/authorize${named}&return_to=/x`],
    ];
    for (const [method, path, sent] of attempts) {
      const { status, body } = await byToken(token, method, path, sent);
      expect([method, path, status, body?.error]).toEqual([method, path, 403, 'NotPermitted']);
    }
    const signedIn = await fetch(`${journey.url}/api/auth/organization/list`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(signedIn.status).toBe(401);
  });
});

describe('a client secret', () => {
  it('opens its checkout’s public face and nothing else', async () => {
    const publicFace = await fetch(`${journey.url}/api/billing/v1/checkouts/client/${things.secret}`);
    expect(publicFace.status).toBe(200);
    expect(await publicFace.json()).not.toHaveProperty('metadata');
    for (const path of [
      `checkouts/${things.checkout}`,
      'products/',
      'orders/',
      `customers/${things.customer}`,
    ])
      expect([path, (await byToken(things.secret, 'GET', path)).status]).toEqual([path, 401]);
  });
});

type Operation = { method: string; path: string; scopes: string[] };
type Description = { paths: Record<string, Record<string, { description?: string }>> };

const base = '/api/billing/v1';

/**
 * What has no caller: the client secret of a checkout or a link, the processor's intent, a license key or a signed link
 * is the right to it; pictures of products, keys that verify licenses and what a seller sells are there for everybody. Who
 * signs in has nothing yet. OAuth clients begin without a caller, and show who they are themselves; whoever asks whom they act
 * for is told of themselves.
 */
const isPublic = ({ path }: Operation): boolean =>
  /^\/api\/billing\/v1\/(checkouts\/(custom\/)?client|sandbox|media|storage|checkout-links\/\{client_secret\}|customer-portal\/downloadables\/\{token\}|customer-portal\/license-keys\/(validate|activate|deactivate|sign|jwks)|customer-portal\/oauth-accounts\/callback|integrations\/\w+\/callback|customer-portal\/organizations|customer-portal\/customer-session\/(request|authenticate))(\/|$)/.test(
    path,
  ) ||
  /^\/api\/billing\/v1\/oauth2\/(authorize|authorization|register|token|revoke|introspect|userinfo)$/.test(
    path,
  );
const isPortal = ({ path }: Operation): boolean => path.startsWith(`${base}/customer-portal/`);

const describeOperations = async (): Promise<Operation[]> => {
  const { paths } = (await (await fetch(`${journey.url}/api/docs/openapi.json`)).json()) as Description;
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(base))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description = '' }]) => ({
        method: method.toUpperCase(),
        path,
        scopes: /^Scopes: (.+)$/.exec(description)?.[1]?.split(' or ') ?? [],
      })),
    );
};

/** The owner's thing that a path is about. A new kind of path needs a thing here: the test fails for what it lacks. */
const fill = (path: string): string =>
  path.replaceAll(/([^/]+)\/\{(\w+)\}/g, (_match, collection: string, name: string) => {
    const known: Record<string, string> = {
      products: things.product,
      benefits: things.benefit,
      discounts: things.discount,
      meters: things.meter,
      customers: things.customer,
      wallets: things.wallet,
      external: 'secret-1',
      checkouts: things.checkout,
      custom: things.checkout,
      orders: things.order,
      subscriptions: things.subscription,
      organizations: owner.organizationId,
      'organization-access-tokens': things.token,
      endpoints: things.endpoint,
      events: path.includes('webhooks') ? things.event : things.usageEvent,
      'customer-meters': things.customerMeter,
      'usage-alerts': things.usageAlert,
      deliveries: things.delivery,
      'custom-fields': things.field,
      'checkout-links': things.link,
      files: things.file,
      refunds: things.refund,
      payments: things.payment,
      'license-keys': things.licenseKey,
      activations: things.activation,
      'tax-registrations': things.registration,
      'payment-accounts': things.account,
      'benefit-grants': things.grant,
      grants: things.grant,
      'payment-methods': things.method,
      'price-changes': things.priceChange,
      register: things.client,
      consents: things.consent,
    };
    const id = known[collection];
    if (id === undefined) throw new Error(`${path}: nothing of the owner to put for {${name}}`);
    return `${collection}/${id}`;
  });

/** Bodies that would be taken if the caller were the owner. */
const bodies = (): Record<string, unknown> => {
  const organization_id = owner.organizationId;
  const endpoint = { url: 'https://evil.example', format: 'raw', events: ['order.paid'] };
  const product = { name: 'Taken over', recurring_interval: null, prices: [{ amount_type: 'free' }] };
  const benefit = { type: 'custom', description: 'Taken over', properties: { note: null } };
  const discount = { type: 'percentage', basis_points: 1, duration: 'once', name: 'Taken over' };
  const filter = { conjunction: 'and', clauses: [] };
  const accountKeys = {
    secret_key: 'rk_test_taken_over',
    publishable_key: 'pk_test_taken_over',
    webhook_secret: 'whsec_taken_over',
  };
  const meter = { name: 'Taken over', filter, aggregation: { func: 'count' } };
  return {
    'POST products': { ...product, organization_id },
    'PATCH products': { name: 'Taken over' },
    'POST products benefits': { benefits: [] },
    'POST products price-changes': { applies: 'next_period' },
    'POST payment-accounts': { ...accountKeys, organization_id },
    'PATCH payment-accounts': { secret_key: accountKeys.secret_key },
    'POST benefits': { ...benefit, organization_id },
    'PATCH benefits': { type: 'custom', description: 'Taken over' },
    'POST discounts': { ...discount, organization_id },
    'PATCH discounts': { name: 'Taken over' },
    'POST discounts codes': { count: 1 },
    'POST meters': { ...meter, organization_id },
    'PATCH meters': { name: 'Taken over' },
    'POST meters preview': {
      filter,
      aggregation: { func: 'count' },
      organization_id,
      start_timestamp: '2026-01-01T00:00:00Z',
      end_timestamp: '2026-01-31T00:00:00Z',
      interval: 'day',
    },
    'POST events ingest': { events: [{ name: 'x', customer_id: things.customer, organization_id }] },
    'POST usage-alerts': {
      name: 'x',
      meter_id: things.meter,
      kind: 'units',
      threshold: 1,
      organization_id,
    },
    'PATCH usage-alerts': { name: 'Taken over' },
    'POST customers': { email: 'x@example.com', organization_id },
    'PATCH customers': { name: 'Taken over' },
    'PATCH customers external': { name: 'Taken over' },
    'POST checkouts': { products: [things.product] },
    'PATCH checkouts': { metadata: {} },
    'POST checkouts custom': { products: [things.product] },
    'PATCH checkouts custom': { metadata: {} },
    'PATCH orders': { billing_name: 'Mallory', billing_address: null },
    'POST custom-fields': { type: 'text', slug: 'x', name: 'Taken over', properties: {}, organization_id },
    'PATCH custom-fields': { type: 'text', name: 'Taken over' },
    'POST checkout-links': { payment_processor: 'stripe', products: [things.product] },
    'PATCH checkout-links': { label: 'Taken over' },
    'POST files': {
      service: 'downloadable',
      name: 'x.txt',
      mime_type: 'text/plain',
      size: 6,
      upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 6, checksum_sha256_base64: null }] },
      organization_id,
    },
    'POST files uploaded': {
      id: 'x',
      path: 'x',
      parts: [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }],
    },
    'PATCH files': { name: 'Taken over' },
    'POST tax-registrations': { country: 'NO', organization_id },
    'PATCH tax-registrations': { tax_number: null },
    'PATCH notification-settings': { new_order: true, organization_id },
    'PATCH seller-details': { legal_name: 'Mallory', organization_id },
    'POST refunds': { order_id: things.order, reason: 'other', amount: 1 },
    'PATCH license-keys': { status: 'disabled' },
    'POST customer-sessions': { customer_id: things.customer },
    'PATCH customer-portal orders': { billing_name: 'Mallory', billing_address: null },
    'POST customer-portal orders confirm-payment': { confirmation_token_id: 'tok_success' },
    'PATCH customer-portal subscriptions': { cancel_at_period_end: true },
    'POST customer-portal subscriptions preview': { product_id: things.product },
    'PATCH customer-portal benefit-grants': { benefit_type: 'license_keys' },
    'PATCH customer-portal customers me payment-methods': { default: true },
    'PATCH subscriptions': { cancel_at_period_end: true },
    'POST subscriptions preview': { product_id: things.product },
    'PATCH organizations': { name: 'Taken over' },
    'PATCH organization-access-tokens': { comment: 'Taken over' },
    'POST webhooks endpoints': { ...endpoint, organization_id },
    'PATCH webhooks endpoints': { url: 'https://evil.example' },
    'POST webhooks endpoints test': { type: 'order.paid' },
    'PUT oauth2 register': {
      client_id: things.client,
      client_name: 'Taken over',
      redirect_uris: ['https://evil.example/callback'],
    },
    'POST organization-access-tokens': { organization_id, comment: 'x', scopes: ['products:read'] },
  };
};

const bodyOf = ({ method, path }: Operation): unknown => {
  const words = path
    .slice(base.length)
    .split('/')
    .filter((word) => word !== '' && !word.startsWith('{'));
  return bodies()[`${method} ${words.join(' ')}`];
};

/** Asks for the owner's organization wherever a list can be narrowed to one. */
const queryOf = ({ method, path }: Operation): string => {
  if (path.endsWith('/quantities'))
    return '?start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-31T00:00:00Z&interval=day';
  if (method !== 'GET' || path.includes('{')) return '';
  const range = /\/metrics(\/products|\/export|\/overview)?$/.test(path)
    ? '&start_date=2026-01-01&end_date=2026-01-31&interval=month'
    : '';
  return `?organization_id=${owner.organizationId}${range}`;
};

type Ask = (operation: Operation) => Promise<{ status: number; text: string }>;

const asking =
  (headers: Record<string, string>): Ask =>
  async (operation) => {
    const body = bodyOf(operation);
    const response = await fetch(journey.url + fill(operation.path) + queryOf(operation), {
      method: operation.method,
      headers: {
        ...headers,
        origin: journey.url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };

/** What of the answers crosses the border, in words. */
const crossings = async (ask: Ask, isRefused: (operation: Operation, status: number) => boolean) => {
  const found: string[] = [];
  const secrets = [...Object.values(things), owner.organizationId].filter((text) => text !== '');
  for (const operation of (await describeOperations()).filter((it) => !isPublic(it))) {
    const { status, text } = await ask(operation);
    const isLeaked = secrets.some((secret) => status < 300 && text.includes(secret));
    if (isLeaked || !isRefused(operation, status))
      found.push(`${operation.method} ${operation.path}: ${status} ${text.slice(0, 200)}`);
  }
  return found;
};

const isOfOne = ({ method, path }: Operation): boolean =>
  path.includes('{') ||
  method !== 'GET' ||
  /\/(seller-details|notification-settings)$|\/integrations\/./.test(path);

const endsSession = ({ method, path }: Operation): boolean =>
  method === 'DELETE' && path.endsWith('/customer-portal/customer-session');

describe('every described route of the billing API', () => {
  it('answers 401 to nobody, and to a token that is none', async () => {
    const isRefused = (_operation: Operation, status: number) => status === 401;
    expect(await crossings(asking({}), isRefused)).toEqual([]);
    expect(await crossings(asking({ authorization: 'Bearer tessera_oat_x' }), isRefused)).toEqual([]);
  });

  it('is no customer’s, but for the portal', async () => {
    const ask = asking({ authorization: `Bearer ${things.customerSession}` });
    expect(
      await crossings(
        (operation) => (isPortal(operation) ? Promise.resolve({ status: 401, text: '' }) : ask(operation)),
        (_operation, status) => status === 401,
      ),
    ).toEqual([]);
    const me = await fetch(`${journey.url}${base}/customer-portal/customers/me`, {
      headers: { authorization: `Bearer ${things.customerSession}` },
    });
    expect([me.status, await me.json()]).toMatchObject([200, { id: things.customer }]);
  });

  it('shows and changes nothing of a customer’s to another one, of the same seller or elsewhere', async () => {
    for (const seller of [owner, stranger]) {
      const polar = createPartner(journey.url, seller.token);
      const { id: customerId } = await polar.customers.create({ email: 'other@example.com' });
      const { token } = await polar.customerSessions.create({ customerId });
      const ask = asking({ authorization: `Bearer ${token}` });
      const walked = (operation: Operation) =>
        isPortal(operation) && !operation.path.endsWith('/stream') && !endsSession(operation)
          ? ask(operation).then((answer) => ({
              ...answer,
              // The seller is no secret from their own customers.
              text: answer.text.replaceAll(owner.organizationId, ''),
            }))
          : Promise.resolve({ status: 404, text: '' });
      const isRefused = ({ path }: Operation, status: number) =>
        path.includes('{') ? [400, 404].includes(status) : status < 500;
      expect(await crossings(walked, isRefused)).toEqual([]);
      // The last of all, since it ends their own session: nobody else's.
      const session = `${journey.url}${base}/customer-portal/customer-session`;
      const ended = await fetch(session, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      const me = (bearer: string) =>
        fetch(`${journey.url}${base}/customer-portal/customers/me`, {
          headers: { authorization: `Bearer ${bearer}` },
        });
      const statuses = [ended, await me(token), await me(things.customerSession)].map(({ status }) => status);
      expect(statuses).toEqual([204, 401, 200]);
    }
  });

  it('shows and changes nothing of the owner’s to a stranger, by session, token or client', async () => {
    const isRefused = (operation: Operation, status: number) =>
      isPortal(operation)
        ? status === 401
        : isOfOne(operation)
          ? [403, 404].includes(status) || (status === 422 && !operation.path.includes('{'))
          : status === 200 || status === 403;
    expect(await crossings(asking({ cookie: stranger.jar.header() }), isRefused)).toEqual([]);
    for (const token of [stranger.token, await oauthClientFor(stranger, everyScope)])
      expect(await crossings(asking({ authorization: `Bearer ${token}` }), isRefused)).toEqual([]);
  });

  it('that names no scope is closed to an OAuth client of the owner’s with every scope', async () => {
    const ask = asking({ authorization: `Bearer ${await oauthClientFor(owner, everyScope)}` });
    const unscoped = (operation: Operation) =>
      operation.scopes.length === 0 ? ask(operation) : Promise.resolve({ status: 401, text: '' });
    expect(await crossings(unscoped, (_operation, status) => status === 401 || status === 403)).toEqual([]);
  });

  it('asks a token, of an organization or an OAuth client, for one of its scopes', async () => {
    const { token } = await owner
      .call('POST', `${base}/organization-access-tokens/`, {
        organization_id: owner.organizationId,
        comment: 'no scope of use',
        scopes: ['transactions:read'],
      })
      .then(({ body }) => body as unknown as { token: string });
    const isRefused = (operation: Operation, status: number) => status === (isPortal(operation) ? 401 : 403);
    for (const bearer of [token, await oauthClientFor(owner, ['openid', 'transactions:read'])])
      expect(await crossings(asking({ authorization: `Bearer ${bearer}` }), isRefused)).toEqual([]);
  });
});
