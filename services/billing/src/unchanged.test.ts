/** A change that leaves everything as it is has no time, and no event. */
import { eventually } from '@tessera/kit/test/eventually';
import {
  benefitUpdated,
  checkoutUpdated,
  customerUpdated,
  orderUpdated,
  productUpdated,
} from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../test/factories.ts';
import { buyKey, customerOf } from '../test/licenses.ts';
import { buy, openCheckout } from '../test/purchases.ts';
import { uploadMedia } from '../test/uploads.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

type Wire = Record<string, unknown> & { id: string };

const send = async (method: string, path: string, body?: object): Promise<Wire> => {
  const reply = await stack.send(method, path, { as: seller.owner, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.body as Wire;
};
const create = (path: string, body: object) =>
  send('POST', path, { organization_id: seller.organizationId, ...body });
const metadata = { plan: 'pro', seats: 3 };
/** The same in another order of its keys, as the database has it. */
const sameMetadata = { seats: 3, plan: 'pro' };

type Case = {
  path: string;
  make: () => Promise<Wire>;
  same: (made: Wire) => object;
  other: object;
  told?: () => readonly { snapshot: string }[];
};

const cases: Record<string, Case> = {
  'a customer': {
    path: '/customers/',
    make: () => create('/customers/', { email: 'ada@example.com', name: 'Ada', metadata }),
    same: ({ email, external_id }) => ({
      ...{ email, external_id, name: 'Ada', metadata: sameMetadata },
      ...{ billing_address: null, tax_id: null },
    }),
    other: { name: 'Grace' },
    told: () => stack.events.all(customerUpdated),
  },
  'a product': {
    path: '/products/',
    make: () =>
      create('/products/', {
        ...{ name: 'Plan', description: 'Everything', recurring_interval: 'month', metadata },
        prices: [{ amount_type: 'fixed', price_amount: 1000 }],
      }),
    same: ({ prices }) => ({
      ...{ name: 'Plan', description: null, is_archived: false, metadata: sameMetadata, medias: [] },
      prices: (prices as Wire[]).map(({ id }) => ({ id })),
    }),
    other: { prices: [{ amount_type: 'fixed', price_amount: 1000 }] },
    told: () => stack.events.all(productUpdated),
  },
  'a benefit': {
    path: '/benefits/',
    make: () => create('/benefits/', { type: 'license_keys', description: 'Keys', properties: {}, metadata }),
    same: ({ properties }) => ({
      type: 'license_keys',
      description: 'Keys',
      properties,
      metadata: sameMetadata,
    }),
    other: { type: 'license_keys', properties: { prefix: 'KEY' } },
    told: () => stack.events.all(benefitUpdated),
  },
  'a meter': {
    path: '/meters/',
    make: () =>
      create('/meters/', {
        ...{ name: 'API calls', filter: { conjunction: 'and', clauses: [] }, metadata },
        aggregation: { func: 'count' },
      }),
    same: ({ name, filter, aggregation }) => ({ name, filter, aggregation }),
    other: { name: 'Another' },
  },
  'a discount': {
    path: '/discounts/',
    make: async () => {
      const product = await makeProduct(stack, { organizationId: seller.organizationId });
      return create('/discounts/', {
        ...{ name: 'Spring', type: 'percentage', duration: 'once', basis_points: 1000, metadata },
        ...{ starts_at: '2026-01-01T00:00:00Z', products: [product.id] },
      });
    },
    same: ({ products }) => ({
      ...{ name: 'Spring', code: null, basis_points: 1000, metadata: sameMetadata },
      ...{ starts_at: '2026-01-01T01:00:00+01:00', products: (products as Wire[]).map(({ id }) => id) },
    }),
    other: { products: [] },
  },
  'a custom field': {
    path: '/custom-fields/',
    make: () =>
      create('/custom-fields/', { type: 'text', slug: 'note', name: 'Note', properties: {}, metadata }),
    same: () => ({ type: 'text', slug: 'note', name: 'Note', properties: {}, metadata: sameMetadata }),
    other: { type: 'text', slug: 'remark' },
  },
  'a checkout link': {
    path: '/checkout-links/',
    make: async () => {
      const products = [(await makeProduct(stack, { organizationId: seller.organizationId })).id];
      return send('POST', '/checkout-links/', { payment_processor: 'stripe', products, metadata });
    },
    same: ({ products }) => ({
      ...{ label: null, allow_discount_codes: true, metadata: sameMetadata },
      products: (products as Wire[]).map(({ id }) => id),
    }),
    other: { label: 'Newsletter' },
  },
  'a checkout': {
    path: '/checkouts/',
    make: async () => {
      const product = await makeProduct(stack, { organizationId: seller.organizationId });
      const body = {
        ...{ products: [product.id], customer_email: 'ada@example.com', customer_name: 'Ada', metadata },
        customer_billing_address: { country: 'FR', city: 'Paris' },
        customer_metadata: { origin: 'page' },
      };
      return send('POST', '/checkouts/', body);
    },
    same: ({ product_id, amount }) => ({
      ...{ product_id, amount, customer_email: 'ada@example.com', customer_name: 'Ada' },
      ...{ metadata: sameMetadata, customer_metadata: { origin: 'page' }, discount_code: null },
      customer_billing_address: { country: 'FR', city: 'Paris' },
    }),
    other: { customer_name: 'Grace' },
    told: () => stack.events.all(checkoutUpdated),
  },
  'an order': {
    path: '/orders/',
    make: async () => {
      const { order } = await buy(stack, { seller });
      const { billing_tax_id: _onlyRead, ...made } = await send('GET', `/orders/${order.id}`);
      return made;
    },
    same: ({ billing_name, billing_address }) => ({ billing_name, billing_address }),
    other: { billing_name: 'Acme GmbH', billing_address: { country: 'DE' } },
    told: () => stack.events.all(orderUpdated),
  },
  'a file': {
    path: '/files/',
    make: () => uploadMedia(stack, seller.owner, seller.organizationId),
    same: ({ name, version }) => ({ name, version }),
    other: { version: '2' },
  },
  'a usage alert': {
    path: '/usage-alerts/',
    make: async () => {
      const meter = await makeMeter(stack, { organizationId: seller.organizationId });
      const wish = { meter_id: meter.id, name: 'Limit', kind: 'units', threshold: 7.5 };
      return create('/usage-alerts/', wish);
    },
    same: ({ name, kind, threshold, is_hard_stop }) => ({ name, kind, threshold, is_hard_stop }),
    other: { threshold: 8 },
  },
  'a tax registration': {
    path: '/tax-registrations/',
    make: () => create('/tax-registrations/', { country: 'DE' }),
    same: ({ tax_number, valid_from }) => ({ tax_number, valid_from, valid_until: null }),
    other: { valid_until: '2027-01-01T00:00:00Z' },
  },
  'a license key': {
    path: '/license-keys/',
    make: async () => (await buyKey(stack, seller)).key,
    same: ({ usage, limit_usage, limit_activations, expires_at }) => ({
      ...{ status: 'granted', usage, limit_usage, limit_activations, expires_at },
    }),
    other: { status: 'disabled' },
  },
};

describe('a change of nothing', () => {
  it.each(Object.entries(cases))(
    'of %s leaves its time',
    async (_what, { path, make, same, other, told }) => {
      const made = await make();
      const unchangedAt = later();
      expect(await send('PATCH', `${path}${made.id}`, same(made))).toEqual(made);
      const changedAt = later();
      const changed = await send('PATCH', `${path}${made.id}`, { ...same(made), ...other });
      expect(changed['modified_at'] ?? changedAt).toBe(changedAt);
      expect(changed).not.toEqual(made);
      if (!told) return;
      const timesOf = () =>
        told()
          .map(({ snapshot }) => JSON.parse(snapshot) as Wire)
          .filter(({ id }) => id === made.id)
          .map(({ modified_at }) => modified_at);
      await eventually(async () => expect(timesOf()).toContain(changedAt));
      expect(timesOf()).not.toContain(unchangedAt);
    },
  );

  it('of a checkout by its buyer leaves its time', async () => {
    const { checkout, path } = await openCheckout(stack, { seller });
    await send('PATCH', path, { customer_name: 'Ada', customer_email: 'ada@example.com' });
    const made = await send('GET', `/checkouts/${checkout.id}`);
    later();
    await send('PATCH', path, {});
    await send('PATCH', path, { customer_name: 'Ada', customer_email: 'ada@example.com' });
    expect(await send('GET', `/checkouts/${checkout.id}`)).toEqual(made);
  });

  it('of a product’s benefits leaves its time', async () => {
    const made = await create('/products/', {
      name: 'Plan',
      recurring_interval: null,
      prices: [{ amount_type: 'free' }],
    });
    const [one, other] = [
      await create('/benefits/', { type: 'custom', description: 'One', properties: {} }),
      await create('/benefits/', { type: 'custom', description: 'Other', properties: {} }),
    ];
    const give = (...benefits: Wire[]) =>
      send('POST', `/products/${made.id}/benefits`, { benefits: benefits.map(({ id }) => id) });
    const givenAt = later();
    const given = await give(one, other);
    expect(given['modified_at']).toBe(givenAt);
    const repeatedAt = later();
    expect(await give(one, other)).toEqual(given);
    const turnedAt = later();
    expect(await give(other, one)).toMatchObject({ modified_at: turnedAt });
    const times = () => stack.events.all(productUpdated).map(({ snapshot }) => snapshot);
    await eventually(async () => expect(times().some((text) => text.includes(turnedAt))).toBe(true));
    expect(times().some((text) => text.includes(repeatedAt))).toBe(false);
  });

  it('of a customer’s own details leaves its time', async () => {
    const { id } = await create('/customers/', { email: 'ada@example.com', name: 'Ada' });
    later();
    const reply = await stack.send('PATCH', '/customer-portal/customers/me', {
      as: customerOf(seller, id),
      body: { name: 'Ada', email: 'ada@example.com', billing_address: null, tax_id: null },
    });
    expect([reply.status, reply.body.modified_at]).toEqual([200, null]);
    expect((await send('GET', `/customers/${id}`))['modified_at']).toBeNull();
  });

  it('of the reason of a cancellation leaves its time', async () => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const path = `/customer-portal/subscriptions/${order.subscription_id}`;
    const as = customerOf(seller, order.customer_id);
    const because = (reason: string) => ({
      ...{ cancellation_reason: reason, cancellation_comment: 'So it is' },
    });
    const explain = async (body: object) => (await stack.send('PATCH', path, { as, body })).body;
    const ended = await explain({ cancel_at_period_end: true, ...because('unused') });
    later();
    expect(await explain(because('unused'))).toEqual(ended);
    const changedAt = later();
    expect(await explain(because('too_expensive'))).toMatchObject({ modified_at: changedAt });
  });

  it('of a subscription without a discount, from which one is removed, leaves its time', async () => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const path = `/subscriptions/${order.subscription_id}`;
    const made = await send('GET', path);
    later();
    expect(await send('PATCH', path, { discount_id: null })).toEqual(made);
  });
});

const later = (): string => {
  stack.clock.set(new Date(stack.clock.now().getTime() + 60_000));
  return stack.clock.now().toISOString();
};
