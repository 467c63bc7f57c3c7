/** Whatever is sent, the answer is one of the contract's and never a 5xx. */
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeDiscount, makeMeter, startBilling } from '../test/factories.ts';
import { buy, openCheckout } from '../test/purchases.ts';

let stack: BillingStack;
let sale: Awaited<ReturnType<typeof buy>>;
let open: Awaited<ReturnType<typeof openCheckout>>;
let discountId: string;
let meterId: string;
beforeAll(async () => {
  stack = await startBilling();
  sale = await buy(stack);
  open = await openCheckout(stack, { seller: sale.seller });
  const { organizationId } = sale.seller;
  discountId = (await makeDiscount(stack, { organizationId })).id;
  meterId = (await makeMeter(stack, { organizationId })).id;
});
afterAll(() => stack.stop());

const values: unknown[] = [
  null,
  0,
  -1,
  1e21,
  1.5,
  true,
  '',
  ' ',
  'x'.repeat(30_000),
  '\ud800',
  [],
  [null],
  [[]],
  {},
  { a: { b: 1 } },
  '2026-02-30',
  uuidv7(),
];
const bodies: string[] = [
  '{',
  '[]',
  '""',
  'null',
  '1',
  '{"a":',
  '{"__proto__":{"a":1}}',
  '{"constructor":1}',
  '\u0000',
  '"\\u0000"',
  '{"metadata":{"a":"\\u0000"}}',
  '{"metadata":{"a":"\\ud800"}}',
  `"${'x'.repeat(1_100_000)}"`,
];
const fields: Record<string, string[]> = {
  create: [
    'products',
    'product_id',
    'product_price_id',
    'metadata',
    'amount',
    'customer_id',
    'customer_email',
    'customer_billing_address',
    'customer_tax_id',
    'success_url',
    'embed_origin',
    'subscription_id',
    'customer_external_id',
    'customer_metadata',
    'custom_field_data',
    'discount_id',
    'customer_ip_address',
    'allow_discount_codes',
  ],
  client: [
    'product_id',
    'product_price_id',
    'amount',
    'customer_name',
    'customer_email',
    'customer_billing_name',
    'customer_billing_address',
    'customer_tax_id',
    'is_business_customer',
    'discount_code',
    'custom_field_data',
    'confirmation_token_id',
  ],
  order: ['billing_name', 'billing_address'],
  visitor: ['product_id', 'customer_email', 'subscription_id'],
  card: ['client_secret', 'card'],
  bank: ['outcome'],
  discount: [
    'type',
    'duration',
    'duration_in_months',
    'basis_points',
    'amount',
    'currency',
    'name',
    'code',
    'starts_at',
    'ends_at',
    'max_redemptions',
    'max_redemptions_per_customer',
    'products',
    'metadata',
    'organization_id',
  ],
  meter: ['name', 'filter', 'aggregation', 'metadata', 'organization_id'],
};

type Route = { method: string; path: string; keys: string[]; good: object; isSeller?: boolean };
const routes = (): Route[] => {
  const secret = open.checkout.client_secret;
  const card = { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '123' };
  return [
    {
      method: 'POST',
      path: '/checkouts/',
      keys: fields['create'] ?? [],
      good: { products: [open.product.id] },
      isSeller: true,
    },
    {
      method: 'PATCH',
      path: `/checkouts/${open.checkout.id}`,
      keys: fields['create'] ?? [],
      good: {},
      isSeller: true,
    },
    {
      method: 'POST',
      path: '/checkouts/client/',
      keys: fields['visitor'] ?? [],
      good: { product_id: open.product.id },
    },
    { method: 'PATCH', path: open.path, keys: fields['client'] ?? [], good: {} },
    { method: 'POST', path: `${open.path}/confirm`, keys: fields['client'] ?? [], good: {} },
    {
      method: 'PATCH',
      path: `/orders/${sale.order.id}`,
      keys: fields['order'] ?? [],
      good: { billing_name: null, billing_address: null },
      isSeller: true,
    },
    {
      method: 'POST',
      path: '/sandbox/confirmation-tokens',
      keys: fields['card'] ?? [],
      good: { client_secret: secret, card },
    },
    {
      method: 'POST',
      path: '/sandbox/payments/x/authenticate',
      keys: fields['bank'] ?? [],
      good: { outcome: 'approve' },
    },
    ...catalogRoutes(),
  ];
};

const catalogRoutes = (): Route[] => {
  const organization_id = sale.seller.organizationId;
  const discount = { type: 'percentage', duration: 'once', basis_points: 1000, name: 'Ten', organization_id };
  const filter = { conjunction: 'and', clauses: [] };
  const meter = { name: 'Calls', filter, aggregation: { func: 'count' }, organization_id };
  const of = (path: string, keys: string, good: object, id: string): Route[] => [
    { method: 'POST', path, keys: fields[keys] ?? [], good, isSeller: true },
    { method: 'PATCH', path: `${path}${id}`, keys: fields[keys] ?? [], good: {}, isSeller: true },
  ];
  return [...of('/discounts/', 'discount', discount, discountId), ...of('/meters/', 'meter', meter, meterId)];
};

const expectNo5xx = (label: unknown, { status, text }: { status: number; text: string }): void => {
  if (status >= 500) throw new Error(`${JSON.stringify(label).slice(0, 200)}: ${status} ${text}`);
  if (status >= 400) {
    const { error, detail } = JSON.parse(text) as { error: string; detail: unknown };
    expect([typeof error, status === 422 ? Array.isArray(detail) : typeof detail === 'string']).toEqual([
      'string',
      true,
    ]);
  }
};

describe('bad input', () => {
  it('of any kind in any field is refused in the contract’s words', async () => {
    for (const { method, path, keys, good, isSeller } of routes())
      for (const key of keys) {
        const replies = await Promise.all(
          values.map((value) =>
            stack.send(method, path, {
              body: { ...good, [key]: value },
              ...(isSeller && { as: sale.seller.owner }),
            }),
          ),
        );
        for (const [index, reply] of replies.entries())
          expectNo5xx([method, path, key, values[index]], reply);
      }
  });

  it('instead of a body is refused too', async () => {
    for (const { method, path, isSeller } of routes())
      for (const body of bodies) {
        const reply = await stack.send(method, path, { body, ...(isSeller && { as: sale.seller.owner }) });
        expectNo5xx([method, path, body], reply);
      }
  });

  it('in a path or a query is refused too', async () => {
    const paths = [
      '/checkouts/x',
      '/orders/x',
      '/subscriptions/x',
      '/benefits/x/grants',
      '/checkouts/client/%00',
      '/checkouts/client/%ff',
      `/checkouts/client/${'x'.repeat(5000)}`,
      '/checkouts/client/x/stream',
    ];
    for (const path of paths) {
      const reply = await stack.send('GET', path, { as: sale.seller.owner });
      expectNo5xx(path, reply);
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    const queries = [
      'page=0',
      'page=x',
      'limit=-1',
      'limit=100000000000000000000',
      'page=99999999999',
      'sorting=x',
      'organization_id=x',
      'customer_id=x',
      'metadata[a]=%00',
      'metadata[]=1',
      'metadata=1',
      'metadata[a][b]=1',
      'query=%25%5C',
      'product_id=&product_id=',
      `query=${'x'.repeat(600)}`,
    ];
    for (const list of ['/checkouts/', '/orders/', '/subscriptions/', '/discounts/', '/meters/'])
      for (const query of queries)
        expectNo5xx([list, query], await stack.send('GET', `${list}?${query}`, { as: sale.seller.owner }));
  });
});
