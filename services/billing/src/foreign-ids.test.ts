/**
 * Ids of another organization in the bodies of requests about one's own things: refused exactly as ids of nothing, so
 * that nobody takes anything across the border, nor learns what exists there.
 */
import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../test/factories.ts';
import { buy } from '../test/purchases.ts';

type Things = Record<
  | 'product'
  | 'price'
  | 'benefit'
  | 'discount'
  | 'meter'
  | 'customer'
  | 'field'
  | 'file'
  | 'media'
  | 'order'
  | 'subscription'
  | 'link'
  | 'checkout'
  | 'free'
  | 'plan'
  | 'gratis',
  string
>;

let stack: BillingStack;
let own: { seller: Seller; things: Things };
let foreign: Things;
beforeAll(async () => {
  stack = await startBilling();
  own = await makeThings();
  foreign = (await makeThings()).things;
});
afterAll(() => stack.stop());

const makeThings = async () => {
  const seller = await makeSeller(stack);
  const { organizationId, owner: as } = seller;
  const { order, product, checkout } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
  const free = await makeProduct(stack, { organizationId, price: { amountType: 'free', priceAmount: null } });
  const gratis = await buy(stack, {
    ...{ seller, token: null },
    product: { recurringInterval: 'month', price: { amountType: 'free', priceAmount: null } },
  });
  const create = async (path: string, body: object): Promise<string> => {
    const reply = await stack.send('POST', path, { as, body: { organization_id: organizationId, ...body } });
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
    return reply.body.id;
  };
  const link = { payment_processor: 'stripe', products: [product.id, free.id] };
  const opened = await stack.send('POST', '/checkouts/', { as, body: { products: [product.id, free.id] } });
  const linked = await stack.send('POST', '/checkout-links/', { as, body: link });
  const checksum = createHash('sha256').update('x').digest('base64');
  const part = { number: 1, chunk_start: 0, chunk_end: 1, checksum_sha256_base64: checksum };
  const file = { name: 'x', size: 1, checksum_sha256_base64: checksum, upload: { parts: [part] } };
  const things: Things = {
    product: product.id,
    price: checkout.product_price_id,
    benefit: (await makeBenefit(stack, { organizationId })).id,
    discount: (await makeDiscount(stack, { organizationId })).id,
    meter: (await makeMeter(stack, { organizationId })).id,
    customer: (await makeCustomer(stack, { organizationId })).id,
    field: await create('/custom-fields/', { type: 'text', slug: 'size', name: 'Size', properties: {} }),
    file: await create('/files/', { ...file, service: 'downloadable', mime_type: 'text/plain' }),
    media: await create('/files/', { ...file, service: 'product_media', mime_type: 'image/png' }),
    order: order.id,
    subscription: order.subscription_id,
    link: linked.body.id,
    checkout: opened.body.id,
    free: free.id,
    plan: gratis.product.id,
    gratis: gratis.order.subscription_id,
  };
  await stack.db.query('UPDATE files SET is_uploaded = true');
  return { seller, things };
};

type Case = [
  method: string,
  path: (mine: Things) => string,
  what: keyof Things,
  body: (id: string) => object,
];

const product = { name: 'A plan', recurring_interval: 'month', prices: [{ amount_type: 'free' }] };
const metered = (meter_id: string) => [
  { amount_type: 'metered_unit', meter_id, unit_amount: 1, price_currency: 'usd' },
];
const fieldOf = (custom_field_id: string) => [{ custom_field_id, required: false }];
const discount = { type: 'percentage', basis_points: 100, duration: 'once', name: 'x' };
const benefit = { description: 'Taken over' };

const cases: Case[] = [
  ['POST', () => '/products/', 'field', (id) => ({ ...product, attached_custom_fields: fieldOf(id) })],
  ['POST', () => '/products/', 'media', (id) => ({ ...product, medias: [id] })],
  ['POST', () => '/products/', 'meter', (id) => ({ ...product, prices: metered(id) })],
  ['PATCH', ({ free }) => `/products/${free}`, 'field', (id) => ({ attached_custom_fields: fieldOf(id) })],
  ['PATCH', ({ free }) => `/products/${free}`, 'media', (id) => ({ medias: [id] })],
  ['PATCH', (mine) => `/products/${mine.product}`, 'price', (id) => ({ prices: [{ id }] })],
  ['PATCH', ({ plan }) => `/products/${plan}`, 'meter', (id) => ({ prices: metered(id) })],
  ['POST', ({ free }) => `/products/${free}/benefits`, 'benefit', (id) => ({ benefits: [id] })],
  [
    'POST',
    () => '/benefits/',
    'file',
    (id) => ({ ...benefit, type: 'downloadables', properties: { files: [id] } }),
  ],
  [
    'POST',
    () => '/benefits/',
    'meter',
    (id) => ({ ...benefit, type: 'meter_credit', properties: { meter_id: id, units: 1, rollover: false } }),
  ],
  ['POST', () => '/discounts/', 'product', (id) => ({ ...discount, products: [id] })],
  ['PATCH', (mine) => `/discounts/${mine.discount}`, 'product', (id) => ({ products: [id] })],
  ['PATCH', ({ link }) => `/checkout-links/${link}`, 'discount', (id) => ({ discount_id: id })],
  ['PATCH', ({ link }) => `/checkout-links/${link}`, 'product', (id) => ({ products: [id] })],
  ['PATCH', ({ checkout }) => `/checkouts/${checkout}`, 'product', (id) => ({ product_id: id })],
  ['PATCH', ({ checkout }) => `/checkouts/${checkout}`, 'price', (id) => ({ product_price_id: id })],
  ['PATCH', ({ checkout }) => `/checkouts/${checkout}`, 'discount', (id) => ({ discount_id: id })],
  [
    'POST',
    () => '/usage-alerts/',
    'meter',
    (id) => ({ name: 'x', meter_id: id, kind: 'units', threshold: 1 }),
  ],
  ['POST', () => '/refunds/', 'order', (id) => ({ order_id: id, reason: 'other', amount: 1 })],
  ['POST', () => '/customer-sessions/', 'customer', (id) => ({ customer_id: id })],
  ['POST', () => '/events/ingest', 'customer', (id) => ({ events: [{ name: 'x', customer_id: id }] })],
  ['PATCH', (mine) => `/subscriptions/${mine.subscription}`, 'product', (id) => ({ product_id: id })],
  ['PATCH', (mine) => `/subscriptions/${mine.subscription}`, 'discount', (id) => ({ discount_id: id })],
  ['POST', (mine) => `/subscriptions/${mine.subscription}/preview`, 'product', (id) => ({ product_id: id })],
];

const ofProducts: [string, keyof Things, (id: string, first: string) => object][] = [
  ['/checkouts/', 'free', (id, first) => ({ products: [first, id] })],
  ['/checkouts/', 'discount', (id, first) => ({ products: [first], discount_id: id })],
  ['/checkouts/', 'customer', (id, first) => ({ products: [first], customer_id: id })],
  ['/checkouts/', 'gratis', (id, first) => ({ products: [first], subscription_id: id })],
  ['/checkout-links/', 'free', (id, first) => ({ payment_processor: 'stripe', products: [first, id] })],
  [
    '/checkout-links/',
    'discount',
    (id, first) => ({ payment_processor: 'stripe', products: [first], discount_id: id }),
  ],
];

const named: [name: string, ...Case][] = [
  ...cases,
  ...ofProducts.map(
    ([path, what, body]): Case => ['POST', () => path, what, (id) => body(id, own.things.product)],
  ),
].map((one) => [`${one[0]} ${one[1]({} as Things).replaceAll('undefined', ':id')}: ${one[2]}`, ...one]);

/** A program's token, whose organization is not named in bodies: no other error can come before. */
const scopes = [
  ...['products', 'benefits', 'discounts', 'checkout_links', 'checkouts', 'meters', 'refunds', 'events'],
  ...['subscriptions', 'customer_sessions', 'customers', 'files', 'orders', 'custom_fields'],
].map((name) => `${name}:write`);

describe('an id of another organization in a body', () => {
  it.each(named)('is as good as none: %s', async (_name, method, path, what, body) => {
    const as = {
      kind: 'token' as const,
      tokenId: uuidv7(),
      organizationId: own.seller.organizationId,
      scopes,
    };
    const send = (id: string) => stack.send(method, path(own.things), { as, body: body(id) });
    const [there, nowhere] = [await send(foreign[what]), await send(uuidv7())];
    expect(there.status).toBe(422);
    expect([nowhere.status, withoutIds(nowhere.text)]).toEqual([422, withoutIds(there.text)]);
    // It is the id that is refused.
    expect(withoutIds((await send(own.things[what])).text)).not.toBe(withoutIds(there.text));
  });
});

const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id');
