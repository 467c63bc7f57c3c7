/** The contract's own client, unmodified, against customers as they are served: value by value. */
import { createHash } from 'node:crypto';
import type { Polar } from '@polar-sh/sdk';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../test/factories.ts';
import { polarAs } from '../test/polar.ts';
import { buy } from '../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
let polar: Polar;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  polar = await polarAs(stack, tokenOf(seller.organizationId, 'customers:write'));
});
afterAll(() => stack.stop());

const address = {
  country: 'FR',
  line1: '1 rue de Rivoli',
  line2: null,
  postalCode: '75001',
  city: 'Paris',
  state: null,
};
const gravatarOf = (email: string): string =>
  `https://www.gravatar.com/avatar/${createHash('sha256').update(email.toLowerCase()).digest('hex')}?d=blank`;
const itemsOf = async (query: Parameters<Polar['customers']['list']>[0]) =>
  (await polar.customers.list(query)).result;

describe('the client’s customers', () => {
  it('are created with every field, and read by either id', async () => {
    const made = await polar.customers.create({
      email: 'Grace@Example.com',
      name: 'Grace',
      externalId: 'user-1',
      billingAddress: address,
      taxId: ['FR61954506077', 'eu_vat'],
      metadata: { innerName: 'kept', seats: 3, isTrial: true },
    });
    expect(made).toMatchObject({
      email: 'Grace@Example.com',
      emailVerified: false,
      name: 'Grace',
      externalId: 'user-1',
      billingAddress: { country: 'FR', line1: '1 rue de Rivoli', postalCode: '75001', city: 'Paris' },
      taxId: ['FR61954506077', 'eu_vat'],
      metadata: { innerName: 'kept', seats: 3, isTrial: true },
      organizationId: seller.organizationId,
      modifiedAt: null,
      deletedAt: null,
      avatarUrl: gravatarOf('Grace@Example.com'),
    });
    expect(made.createdAt).toEqual(stack.clock.now());
    expect(await polar.customers.get({ id: made.id })).toEqual(made);
    expect(await polar.customers.getExternal({ externalId: 'user-1' })).toEqual(made);
  });

  it('are one for an address and one for an id of the seller’s', async () => {
    await polar.customers.create({ email: 'ada@example.com', externalId: 'ada' });
    for (const twin of [
      { email: 'ADA@example.com' },
      { email: 'other@example.com', externalId: 'ada' },
      { email: 'no address' },
    ])
      await expect(polar.customers.create(twin)).rejects.toBeInstanceOf(HTTPValidationError);
    const other = await makeSeller(stack);
    const elsewhere = await polarAs(stack, tokenOf(other.organizationId, 'customers:write'));
    const twin = await elsewhere.customers.create({ email: 'ada@example.com', externalId: 'ada' });
    expect(twin.organizationId).toBe(other.organizationId);
  });

  it('are listed by address, text and metadata, in each order, page by page', async () => {
    const made = [];
    for (const [email, name, plan] of [
      ['c@example.com', 'Ada Lovelace', 'pro'],
      ['a@example.com', 'Charles', 'pro'],
      ['b@example.com', 'Barbara', 'free'],
    ] as const) {
      stack.clock.advance(1);
      made.push(await polar.customers.create({ email, name, metadata: { plan } }));
    }
    const emails = async (query: Parameters<typeof itemsOf>[0]) =>
      (await itemsOf(query)).items.map(({ email }) => email[0]).join('');
    expect(await emails({})).toBe('bac');
    expect(await emails({ sorting: ['created_at'] })).toBe('cab');
    expect(await emails({ sorting: ['email'] })).toBe('abc');
    expect(await emails({ sorting: ['-email'] })).toBe('cba');
    expect(await emails({ sorting: ['name'] })).toBe('cba');
    expect(await emails({ sorting: ['-name'] })).toBe('abc');
    expect(await emails({ email: 'B@example.com' })).toBe('b');
    expect(await emails({ query: 'lovelace' })).toBe('c');
    expect(await emails({ metadata: { plan: 'pro' } })).toBe('ac');
    expect(await emails({ limit: 2, page: 2, sorting: ['email'] })).toBe('c');
    const { items, pagination } = await itemsOf({ limit: 2, organizationId: seller.organizationId });
    expect(pagination).toEqual({ totalCount: 3, maxPage: 2 });
    expect(items[0]).toEqual(made[2]);
  });

  it('are changed field by field; a new address is not verified, and the seller’s id stays', async () => {
    const made = await polar.customers.create({
      email: 'old@example.com',
      name: 'Old',
      metadata: { a: 'b' },
    });
    await stack.db.query('UPDATE customers SET email_verified = true WHERE id = $1', [made.id]);
    const named = await polar.customers.update({
      id: made.id,
      customerUpdate: { name: 'New', externalId: 'user-2' },
    });
    expect(named).toMatchObject({
      name: 'New',
      externalId: 'user-2',
      email: 'old@example.com',
      emailVerified: true,
      metadata: { a: 'b' },
    });
    const moved = await polar.customers.updateExternal({
      externalId: 'user-2',
      customerUpdateExternalID: { email: 'new@example.com', billingAddress: address, metadata: {} },
    });
    expect(moved).toMatchObject({
      id: made.id,
      email: 'new@example.com',
      emailVerified: false,
      metadata: {},
      billingAddress: { city: 'Paris' },
      avatarUrl: gravatarOf('new@example.com'),
    });
    await expect(
      polar.customers.update({ id: made.id, customerUpdate: { externalId: 'user-3' } }),
    ).rejects.toBeInstanceOf(HTTPValidationError);
    expect((await polar.customers.get({ id: made.id })).externalId).toBe('user-2');
  });

  it('are gone once deleted by either id, which frees the address', async () => {
    const one = await polar.customers.create({ email: 'one@example.com' });
    const two = await polar.customers.create({ email: 'two@example.com', externalId: 'two' });
    expect(await polar.customers.delete({ id: one.id })).toBeUndefined();
    expect(await polar.customers.deleteExternal({ externalId: 'two' })).toBeUndefined();
    for (const gone of [
      () => polar.customers.get({ id: one.id }),
      () => polar.customers.getExternal({ externalId: 'two' }),
      () => polar.customers.delete({ id: two.id }),
      () => polar.customers.update({ id: two.id, customerUpdate: { name: 'x' } }),
      () => polar.customers.getState({ id: one.id }),
    ])
      await expect(gone()).rejects.toBeInstanceOf(ResourceNotFound);
    expect((await itemsOf({})).pagination.totalCount).toBe(0);
    expect((await polar.customers.create({ email: 'one@example.com' })).id).not.toBe(one.id);
  });
});

describe('the client’s state of a customer', () => {
  it('says what they have, by either id', async () => {
    const sale = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const customer = (await itemsOf({ email: sale.email })).items[0];
    if (!customer) throw new Error('no customer');
    await polar.customers.update({ id: customer.id, customerUpdate: { externalId: 'buyer' } });
    const state = await eventually(async () => {
      const found = await polar.customers.getState({ id: customer.id });
      expect(found.activeSubscriptions).toHaveLength(1);
      return found;
    });
    expect(state).toMatchObject({
      id: customer.id,
      email: sale.email,
      externalId: 'buyer',
      organizationId: seller.organizationId,
      grantedBenefits: [],
      activeMeters: [],
      activeSubscriptions: [
        {
          id: sale.order.subscription_id,
          status: 'active',
          currency: 'usd',
          amount: sale.order.subtotal_amount,
          recurringInterval: 'month',
          productId: sale.product.id,
          cancelAtPeriodEnd: false,
          endsAt: null,
        },
      ],
    });
    expect(await polar.customers.getStateExternal({ externalId: 'buyer' })).toEqual(state);
  });

  it('comes with the cards that they have saved, for their seller only', async () => {
    const sale = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const customer = (await itemsOf({ email: sale.email })).items[0];
    const path = `/customers/${customer?.id}/payment-methods`;
    const { status, body } = await stack.send('GET', path, { as: seller.owner });
    expect([status, body.items]).toMatchObject([200, [{ type: 'card', default: true }]]);
    const stranger = await makeSeller(stack);
    expect((await stack.send('GET', path, { as: stranger.owner })).status).toBe(404);
    const unable = tokenOf(seller.organizationId, 'orders:read');
    expect((await stack.send('GET', path, { as: unable })).status).toBe(403);
  });
});
