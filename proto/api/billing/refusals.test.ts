import type { z } from 'zod';
import { billingDialect, type RequestPart } from '../error.ts';
import { IdPath } from '../fields.ts';
import { fromWire } from '../wire.ts';
import { BenefitCreate } from './benefit.ts';
import { CheckoutConfirm, CheckoutCreate, CheckoutUpdatePublic } from './checkout-requests.ts';
import { CustomerCreate, CustomerListQuery, CustomerUpdate } from './customer.ts';
import { CustomerSubscriptionUpdate } from './customer-purchase.ts';
import { DiscountCreate } from './discount.ts';
import { EventsIngest } from './event.ts';
import { LicenseKeyUpdate } from './license-key.ts';
import { MeterCreate, MeterQuantitiesQuery } from './meter.ts';
import { OrderUpdate } from './order.ts';
import { OrganizationAddress, OrganizationCreate, OrganizationUpdate } from './organization.ts';
import { ProductBenefitsUpdate, ProductCreate, ProductListQuery, ProductUpdate } from './product.ts';
import { RefundCreate } from './refund.ts';
import { SubscriptionListQuery, SubscriptionUpdate } from './subscription.ts';

const id = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

/** The refused fields of a wire value as a caller reads them: `loc` joined by dots, and type. */
const refused = (schema: z.ZodType, wire: unknown, part: RequestPart = 'body'): string[] => {
  const result = schema.safeParse(fromWire(schema, wire, 'snake'), { reportInput: true });
  if (result.success) return [];
  const { fields = [] } = billingDialect.refuse(part, schema, result.error.issues);
  return fields.map(({ loc, type }) => `${loc.join('.')} ${type}`);
};

const product = { name: 'Plan', recurring_interval: null, prices: [{ amount_type: 'free' }] };
const withPrice = (price: object) => ({ ...product, prices: [price] });
const manyKeys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index]));

const bodies: [string, z.ZodType, unknown, string[]][] = [
  ['nothing at all', ProductCreate, undefined, ['body missing']],
  ['null', ProductCreate, null, ['body object_type']],
  ['a list', ProductCreate, [], ['body object_type']],
  ['text', ProductCreate, 'x', ['body object_type']],
  [
    'a product without keys',
    ProductCreate,
    {},
    ['body.name missing', 'body.recurring_interval missing', 'body.prices missing'],
  ],
  ['a short name', ProductCreate, { ...product, name: 'ab' }, ['body.name too_short']],
  ['a null character', ProductCreate, { ...product, name: 'a\0bc' }, ['body.name value_error']],
  ['half a surrogate pair', ProductCreate, { ...product, name: 'abc\ud800' }, ['body.name value_error']],
  [
    'an hourly product',
    ProductCreate,
    { ...product, recurring_interval: 'hour' },
    ['body.recurring_interval enum'],
  ],
  ['no price', ProductCreate, { ...product, prices: [] }, ['body.prices too_short']],
  [
    'an unknown price',
    ProductCreate,
    withPrice({ amount_type: 'gold' }),
    ['body.prices.0.amount_type value_error'],
  ],
  ['a price of no type', ProductCreate, withPrice({}), ['body.prices.0.amount_type missing']],
  ['a benefit of no type', BenefitCreate, { description: 'Abc' }, ['body.type missing']],
  [
    'a filter without conjunction',
    MeterCreate,
    { name: 'Calls', filter: { clauses: [] }, aggregation: {} },
    ['body.filter.conjunction missing', 'body.aggregation.func missing'],
  ],
  [
    'an expiry without timeframe',
    BenefitCreate,
    { type: 'license_keys', description: 'Abc', properties: { expires: { ttl: 1 } } },
    ['body.properties.expires.timeframe missing'],
  ],
  [
    '49 cents',
    ProductCreate,
    withPrice({ amount_type: 'fixed', price_amount: 49 }),
    ['body.prices.0.price_amount greater_than_equal'],
  ],
  [
    'a million dollars',
    ProductCreate,
    withPrice({ amount_type: 'fixed', price_amount: 100_000_000 }),
    ['body.prices.0.price_amount less_than_equal'],
  ],
  ['a key for no use', LicenseKeyUpdate, { limit_usage: 0 }, ['body.limit_usage greater_than']],
  [
    'a refund of nothing',
    RefundCreate,
    { order_id: id, reason: 'other', amount: 0 },
    ['body.amount greater_than'],
  ],
  [
    'half a cent',
    ProductCreate,
    withPrice({ amount_type: 'fixed', price_amount: 99.5 }),
    ['body.prices.0.price_amount int_type'],
  ],
  [
    'a currency that there is not',
    ProductCreate,
    withPrice({ amount_type: 'fixed', price_amount: 99, price_currency: 'xau' }),
    ['body.prices.0.price_currency enum'],
  ],
  [
    'what cards are not charged in crowns',
    ProductCreate,
    withPrice({ amount_type: 'fixed', price_amount: 1499, price_currency: 'czk' }),
    ['body.prices.0.price_amount greater_than_equal'],
  ],
  [
    'a maximum below the minimum',
    ProductCreate,
    withPrice({ amount_type: 'custom', minimum_amount: 500, maximum_amount: 400 }),
    ['body.prices.0.maximum_amount greater_than_equal'],
  ],
  [
    'a unit for nothing',
    ProductCreate,
    withPrice({ amount_type: 'metered_unit', meter_id: id, unit_amount: '0.0' }),
    ['body.prices.0.unit_amount greater_than'],
  ],
  [
    'a discount for no months',
    DiscountCreate,
    { name: 'Off', type: 'percentage', basis_points: 1, duration: 'repeating', duration_in_months: 0 },
    ['body.duration_in_months greater_than_equal'],
  ],
  ['a price that is no price', ProductUpdate, { prices: [{}] }, ['body.prices.0.amount_type missing']],
  ['a benefit that is no id', ProductBenefitsUpdate, { benefits: ['x'] }, ['body.benefits.0 value_error']],
  ['a nested value in metadata', ProductUpdate, { metadata: { a: {} } }, ['body.metadata.a string_type']],
  ['an empty value in metadata', ProductUpdate, { metadata: { a: '' } }, ['body.metadata.a too_short']],
  ['an empty key', ProductUpdate, { metadata: { '': 1 } }, ['body.metadata. too_short']],
  [
    'a long key',
    ProductUpdate,
    { metadata: { ['k'.repeat(41)]: 1 } },
    [`body.metadata.${'k'.repeat(41)} too_long`],
  ],
  [
    'a key that zod drops',
    ProductUpdate,
    { metadata: JSON.parse('{"a":1,"__proto__":1}') as object },
    ['body.metadata.__proto__ value_error'],
  ],
  ['51 keys', ProductUpdate, { metadata: manyKeys }, ['body.metadata too_long']],
  [
    'a long description',
    BenefitCreate,
    { type: 'custom', description: 'x'.repeat(43), properties: {} },
    ['body.description too_long'],
  ],
  ['no e-mail address', CustomerCreate, { email: 'ada' }, ['body.email value_error']],
  [
    'a country by name',
    CustomerCreate,
    { email: 'a@b.co', billing_address: { country: 'France' } },
    ['body.billing_address.country value_error'],
  ],
  [
    'no such country',
    CustomerCreate,
    { email: 'a@b.co', billing_address: { country: 'XX' } },
    ['body.billing_address.country enum'],
  ],
  [
    'no such state',
    CustomerUpdate,
    { billing_address: { country: 'US', state: 'ZZ' } },
    ['body.billing_address.state value_error'],
  ],
  ['an unknown tax id format', CustomerUpdate, { tax_id: ['1', 'moon_vat'] }, ['body.tax_id.1 enum']],
  ['a checkout of nothing', CheckoutCreate, {}, ['body.products missing']],
  ['a checkout of no products', CheckoutCreate, { products: [] }, ['body.products too_short']],
  [
    'a script as success URL',
    CheckoutCreate,
    { products: [id], success_url: 'javascript:alert(1)' },
    ['body.success_url value_error'],
  ],
  ["49 cents of one's own choice", CheckoutUpdatePublic, { amount: 49 }, ['body.amount greater_than_equal']],
  [
    'a number as token',
    CheckoutConfirm,
    { confirmation_token_id: 5 },
    ['body.confirmation_token_id string_type'],
  ],
  ['half an order update', OrderUpdate, { billing_name: null }, ['body.billing_address missing']],
  ['no kind of change', SubscriptionUpdate, { colour: 'red' }, ['body.product_id missing']],
  [
    'two kinds of change',
    SubscriptionUpdate,
    { product_id: id, discount_id: id, proration_behavior: 'invoice' },
    ['body value_error'],
  ],
  [
    'a customer’s two kinds of change',
    CustomerSubscriptionUpdate,
    { product_id: id, cancel_at_period_end: true },
    ['body value_error'],
  ],
  ['a slug of no letters', OrganizationCreate, { name: 'Acme', slug: '- ! -' }, ['body.slug too_short']],
  [
    'a typed slug with a blank',
    OrganizationAddress,
    { name: 'Acme', slug: 'ac me' },
    ['body.slug value_error'],
  ],
  [
    'a foreign social link',
    OrganizationUpdate,
    { socials: [{ platform: 'github', url: 'https://evil.example/github.com' }] },
    ['body.socials.0.url value_error'],
  ],
  [
    'an event at no time',
    EventsIngest,
    { events: [{ name: 'call', external_customer_id: 'ada', timestamp: 'yesterday' }] },
    ['body.events.0.timestamp value_error'],
  ],
  [
    'units for less than nothing',
    ProductCreate,
    withPrice({ amount_type: 'metered_unit', meter_id: id, unit_amount: -1 }),
    ['body.prices.0.unit_amount greater_than'],
  ],
];

const queries: [string, z.ZodType, unknown, string[]][] = [
  ['page 0', ProductListQuery, { page: '0' }, ['query.page greater_than']],
  ['a page by name', ProductListQuery, { page: 'first' }, ['query.page number_type']],
  ['a limit below 1', ProductListQuery, { limit: '-1' }, ['query.limit greater_than']],
  ['an unknown criterion', ProductListQuery, { sorting: ['name', 'colour'] }, ['query.sorting.1 enum']],
  [
    'a filter that is no id',
    ProductListQuery,
    { organization_id: 'x' },
    ['query.organization_id value_error'],
  ],
  [
    'one bad id of two',
    ProductListQuery,
    { organization_id: [id, 'x'] },
    ['query.organization_id.1 value_error'],
  ],
  ['a flag by name', SubscriptionListQuery, { active: 'perhaps' }, ['query.active enum']],
  [
    'times that are none',
    MeterQuantitiesQuery,
    { start_timestamp: 'yesterday', end_timestamp: '2026-01-01', interval: 'day' },
    ['query.start_timestamp value_error', 'query.end_timestamp value_error'],
  ],
];

describe('a body', () => {
  it.each(bodies)('is refused for %s', (_what, schema, wire, expected) => {
    expect(refused(schema, wire)).toEqual(expected);
  });

  it('loses the keys that its shape does not name', () => {
    expect(ProductUpdate.parse({ name: 'Plan', colour: 'red' })).toEqual({ name: 'Plan' });
  });
});

describe('a query', () => {
  it.each(queries)('is refused for %s', (_what, schema, wire, expected) => {
    expect(refused(schema, wire, 'query')).toEqual(expected);
  });

  it('has a page, a limit of at most 100 and an order without being asked', () => {
    expect(ProductListQuery.parse({})).toEqual({ page: 1, limit: 10, sorting: ['-created_at'] });
    expect(ProductListQuery.parse({ limit: '200' })).toMatchObject({ limit: 100 });
  });

  it('takes a filter once or repeated, and metadata by key', () => {
    const wire = {
      organization_id: id,
      sorting: ['name', '-email'],
      metadata: { plan: 'pro', multi: ['a', 'b'] },
    };
    expect(CustomerListQuery.parse(fromWire(CustomerListQuery, wire, 'snake'))).toMatchObject({
      organizationId: [id],
      sorting: ['name', '-email'],
      metadata: { plan: ['pro'], multi: ['a', 'b'] },
    });
    expect(SubscriptionListQuery.parse({ active: 'false' })).toMatchObject({ active: false });
  });
});

describe('a path', () => {
  it('is refused for an id that is none', () => {
    expect(refused(IdPath, { id: '1' }, 'path')).toEqual(['path.id value_error']);
  });
});

describe('a price of a unit', () => {
  const problem = (unit_amount: unknown): string | undefined => {
    const price = { amount_type: 'metered_unit', meter_id: id, unit_amount };
    const wire = { name: 'Plan', recurring_interval: 'month', prices: [price] };
    const { error } = ProductCreate.safeParse(fromWire(ProductCreate, wire, 'snake'));
    return error?.issues[0] && billingDialect.refuse('body', ProductCreate, error.issues).fields?.[0]?.msg;
  };
  it('is refused for what is wrong with it', () => {
    expect(['x', '1.', '-1', '0.0', 0].map(problem)).toEqual([
      'Must be a decimal number',
      'Must be a decimal number',
      'Must be greater than 0',
      'Must be greater than 0',
      'Must be greater than 0',
    ]);
    for (const long of ['1'.repeat(18), '0.0000000000001', '123456.123456789012'])
      expect(problem(long)).toBe('Must have at most 17 digits, 12 of them after the decimal point');
  });
  it('has up to 17 digits, 12 of them behind the point', () => {
    for (const text of ['0.000000000001', '12345.123456789012', '1'.repeat(17), 0.5])
      expect(problem(text)).toBeUndefined();
  });
});

describe("a customer's network address", () => {
  const problem = (customer_ip_address: string): string | undefined => {
    const wire = fromWire(CheckoutCreate, { products: [id], customer_ip_address }, 'snake');
    const { error } = CheckoutCreate.safeParse(wire);
    return error?.issues[0] && billingDialect.refuse('body', CheckoutCreate, error.issues).fields?.[0]?.msg;
  };
  it('is refused for being none of either kind', () => {
    for (const none of ['1.2.3', '2001:db8::1::', 'here'])
      expect(problem(none)).toBe('Must be an IPv4 or IPv6 address');
    for (const address of ['1.2.3.4', '2001:db8::1']) expect(problem(address)).toBeUndefined();
  });
});
