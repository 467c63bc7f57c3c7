/** Bad input on every route that the system describes: the contract's 4xx, never a 5xx, never a hung request. */
import { createPartner, createSeller, type Seller } from './support/clients.ts';
import { type Journey, startJourney } from './support/system.ts';

type Operation = { id: string; method: string; path: string; hasBody: boolean; query: string[] };
type Description = {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; requestBody?: unknown; parameters?: { in: string; name: string }[] }
    >
  >;
};

let journey: Journey;
let seller: Seller;
let operations: Operation[];
let valid: Record<string, Record<string, unknown>>;
let ids: Record<string, string>;

beforeAll(async () => {
  journey = await startJourney();
  seller = await createSeller(journey.url);
  operations = await describeOperations();
  ids = await makeThings();
  valid = validBodies();
});
afterAll(() => journey?.stop());

const describeOperations = async (): Promise<Operation[]> => {
  const { paths } = (await (await fetch(`${journey.url}/api/docs/openapi.json`)).json()) as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody, parameters = [] }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      hasBody: requestBody !== undefined,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );
};

/** One real thing of each kind, so that routes with an id get as far as their bodies. */
const makeThings = async (): Promise<Record<string, string>> => {
  const polar = createPartner(journey.url, seller.token);
  const product = await polar.products.create({
    name: 'A product',
    recurringInterval: null,
    prices: [{ amountType: 'custom', minimumAmount: 100 }],
  });
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'A benefit',
    properties: { note: null },
  });
  const discount = await polar.discounts.create({
    duration: 'once',
    type: 'percentage',
    basisPoints: 1_000,
    name: 'A discount',
  });
  const meter = await polar.meters.create({
    name: 'A meter',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  });
  const customer = await polar.customers.create({ email: 'customer@example.com', externalId: 'external-1' });
  const checkout = await polar.checkouts.create({ products: [product.id] });
  const endpoint = await seller.call('POST', '/api/billing/v1/webhooks/endpoints', {
    url: 'https://example.com/hook',
    format: 'raw',
    secret: 'secret',
    events: ['order.paid'],
    organization_id: seller.organizationId,
  });
  return {
    products: product.id,
    benefits: benefit.id,
    discounts: discount.id,
    meters: meter.id,
    customers: customer.id,
    checkouts: checkout.id,
    client_secret: checkout.clientSecret,
    endpoints: String(endpoint.body['id']),
    organizations: seller.organizationId,
  };
};

const validBodies = (): Record<string, Record<string, unknown>> => ({
  'POST products': {
    name: 'Product',
    description: 'Words',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }],
    metadata: { key: 'value' },
    organization_id: seller.organizationId,
  },
  'PATCH products': { name: 'Product', prices: [], metadata: {} },
  'POST benefits': {
    type: 'custom',
    description: 'Benefit',
    properties: { note: 'note' },
    organization_id: seller.organizationId,
  },
  'PATCH benefits': { type: 'custom', description: 'Benefit', properties: { note: 'x' } },
  'POST discounts': {
    type: 'percentage',
    basis_points: 1000,
    duration: 'repeating',
    duration_in_months: 3,
    name: 'Discount',
    code: 'CODE1',
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2036-01-01T00:00:00Z',
    max_redemptions: 5,
    max_redemptions_per_customer: 1,
    products: [ids['products']],
    metadata: {},
    organization_id: seller.organizationId,
  },
  'PATCH discounts': { name: 'Discount', code: null, basis_points: 500, products: [] },
  'POST meters': {
    name: 'Meter',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'x' }] },
    aggregation: { func: 'sum', property: 'y' },
    metadata: {},
    organization_id: seller.organizationId,
  },
  'PATCH meters': { name: 'Meter', filter: { conjunction: 'or', clauses: [] } },
  'POST checkouts': {
    products: [ids['products']],
    customer_email: 'a@example.com',
    metadata: {},
    customer_ip_address: '1.2.3.4',
  },
  'PATCH checkouts': {
    amount: 500,
    customer_email: 'a@example.com',
    customer_billing_address: { country: 'FR' },
    customer_tax_id: 'FR1',
  },
  'POST customers': {
    email: 'b@example.com',
    name: 'B',
    billing_address: { country: 'FR' },
    organization_id: seller.organizationId,
  },
  // Before the endpoints themselves, whose path is a part of its own.
  'POST {id}/test': { type: 'order.paid' },
  'POST endpoints': {
    url: 'https://example.com',
    format: 'raw',
    events: ['order.paid'],
    organization_id: seller.organizationId,
  },
  'POST organization-access-tokens': {
    organization_id: seller.organizationId,
    comment: 'c',
    scopes: ['products:read'],
    expires_at: null,
  },
  'POST sandbox': {
    client_secret: ids['client_secret'],
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
  },
  'POST auth': {
    name: 'N',
    slug: 'slug-x',
    email: 'n@example.com',
    password: 'password-1',
    organizationId: seller.organizationId,
    callbackURL: '/',
    metadata: {},
  },
});

const strange: unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e21,
  '',
  'x',
  '\ud800',
  'ü'.repeat(70_000),
  true,
  [],
  [[]],
  {},
  { a: { b: [] } },
  ['x'],
];
const brokenTexts = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '123',
  'true',
  '{"a":1}',
  '{"name":"\\u0000"}',
  '{"__proto__":{"x":1}}',
  '['.repeat(20_000),
];

const bodyFor = ({ method, path }: Operation): Record<string, unknown> => {
  if (path.startsWith('/api/auth')) return valid['POST auth'] ?? {};
  const kind = Object.keys(valid).find(
    (key) => key.startsWith(method) && path.includes(`/${key.split(' ')[1]}`),
  );
  return (kind && valid[kind]) || {};
};

const fill = (path: string, value?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    if (value !== undefined) return value;
    if (name === 'client_secret') return ids['client_secret'] ?? '';
    const kind = Object.keys(ids).find((key) => path.includes(`/${key}/`));
    return (kind && ids[kind]) || '019a0000-0000-7000-8000-000000000000';
  });

const send = async (operation: Operation, path: string, body?: string, type = 'application/json') => {
  const response = await fetch(journey.url + path, {
    method: operation.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    headers: {
      cookie: seller.jar.header(),
      origin: journey.url,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
};

/** What is wrong with an answer to bad input, or nothing. */
const complaint = (
  operation: Operation,
  what: string,
  { status, text }: { status: number; text: string },
): string[] => {
  const name = `${operation.method} ${operation.path} with ${what}: ${status} ${text.slice(0, 120)}`;
  if (status >= 500) return [name];
  if (status < 400 || text === '') return [];
  const body = JSON.parse(text) as Record<string, unknown>;
  const speaks = operation.path.startsWith('/api/auth')
    ? 'message' in body
    : 'error' in body && 'detail' in body;
  return speaks ? [] : [`${name} (not the API's words)`];
};

/** Runs cases eight at a time, and answers all that there is to complain about. */
const complaintsOf = async (cases: (() => Promise<string[]>)[]): Promise<string[]> => {
  const found: string[] = [];
  const rest = cases.values();
  const work = async () => {
    for (const run of rest) found.push(...(await run()));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
};

/** A case: one request that must be answered well. */
const meets = (operation: Operation, what: string, path: string, body?: string) => async () =>
  complaint(operation, what, await send(operation, path, body));

// Signing out or deleting what the other cases stand on would make them pass for nothing.
const isSafe = ({ method, path }: Operation): boolean =>
  method !== 'DELETE' &&
  !path.endsWith('/sign-out') &&
  !path.endsWith('/organization/delete') &&
  !path.endsWith('/stream') &&
  !path.endsWith('/confirm');

describe('every described route', () => {
  it('covers the main job', () => {
    expect(operations.length).toBeGreaterThan(40);
  });

  it('has a name of its own, for clients that are generated', () => {
    const names = operations.map(({ id }) => id);
    expect(names.filter((name, at) => !name || names.indexOf(name) !== at)).toEqual([]);
  });

  it('answers unreadable and misshapen bodies in its own words', async () => {
    const cases = operations
      .filter(({ hasBody }) => hasBody)
      .flatMap((operation) =>
        brokenTexts.map((text) => meets(operation, `body ${text.slice(0, 20)}`, fill(operation.path), text)),
      );
    expect(await complaintsOf(cases)).toEqual([]);
  });

  it('answers 413 to a body over the limit and 4xx to a strange content type', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1_200_000) });
    const cases = operations
      .filter(({ hasBody }) => hasBody)
      .map((operation) => async () => {
        const path = fill(operation.path);
        const { status } = await send(operation, path, large);
        const { status: ofStrange } = await send(operation, path, 'name=x', 'text/strange');
        const isRefused = ofStrange >= 400 && ofStrange < 500;
        return status === 413 && isRefused ? [] : [`${path}: ${status} and ${ofStrange}`];
      });
    expect(await complaintsOf(cases)).toEqual([]);
  });

  it('survives every field being anything', async () => {
    const cases = operations
      .filter((candidate) => candidate.hasBody && isSafe(candidate))
      .flatMap((operation) => {
        const base = bodyFor(operation);
        return Object.keys(base).flatMap((key) =>
          strange.map((value) => {
            const what = `${key} = ${JSON.stringify(value).slice(0, 20)}`;
            return meets(operation, what, fill(operation.path), JSON.stringify({ ...base, [key]: value }));
          }),
        );
      });
    expect(await complaintsOf(cases)).toEqual([]);
  });

  it('survives every query being anything', async () => {
    const values = [
      '',
      'x',
      '-1',
      '0',
      '1e99',
      '%00',
      '%ff',
      '%F0%9F%92%A9',
      'a&page=2',
      "'%3B--",
      'x'.repeat(5_000),
    ];
    const more = ['metadata[a]', 'metadata[__proto__]', 'metadata[a][b]', 'sorting'];
    const cases = operations
      .filter(({ query }) => query.length > 0)
      .flatMap((operation) =>
        [...operation.query, ...more].flatMap((name) =>
          values.map((value) => {
            const path = `${fill(operation.path)}?${name}=${value}`;
            return meets(operation, `${name}=${value.slice(0, 12)}`, path);
          }),
        ),
      );
    expect(await complaintsOf(cases)).toEqual([]);
  });

  it('takes any text for an id without a fault', async () => {
    const texts = [
      'x',
      '%00',
      '%ff',
      '..%2f..',
      '0',
      '019a0000-0000-7000-8000-000000000000',
      'x'.repeat(3_000),
      "';--",
      '%F0%9F%92%A9',
    ];
    const cases = operations
      .filter(({ path }) => path.includes('{') && !path.endsWith('/stream'))
      .flatMap((operation) => {
        const body = operation.hasBody ? JSON.stringify(bodyFor(operation)) : undefined;
        return texts.map((text) =>
          meets(operation, `id ${text.slice(0, 12)}`, fill(operation.path, text), body),
        );
      });
    expect(await complaintsOf(cases)).toEqual([]);
  });
});

describe('the system after all that', () => {
  it('still sells', async () => {
    const polar = createPartner(journey.url, seller.token);
    expect((await polar.products.get({ id: ids['products'] ?? '' })).id).toBe(ids['products']);
    for (const process of Object.values(journey.processes)) expect(process.pid).toBeDefined();
  });
});
