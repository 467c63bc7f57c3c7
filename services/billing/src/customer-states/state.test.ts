import { customerStateChanged } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { findOrCreateCustomers } from '../customers/find-or-create.ts';
import { markStateChanged, markStatesChanged } from '../customers/marks.ts';
import { grantBenefits } from '../entitlements/granting/changes.ts';
import { hasOrders } from '../orders/find.ts';
import { emitCustomerStates, startStateChanges } from './changes.ts';

let stack: BillingStack;
let seller: Seller;

beforeAll(async () => {
  stack = await startBilling({ workers: false });
});

beforeEach(async () => {
  seller = await makeSeller(stack);
});

afterAll(() => stack.stop());

const statesOf = (id: string) =>
  stack.events.all(customerStateChanged).filter(({ customerId }) => customerId === id);

describe('getCustomerState', () => {
  it('shows the customer with what they have now', async () => {
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId, metadata: { innerName: 'x' } });
    const customer = await makeCustomer(stack, { organizationId });
    const scope = { orderId: customer.id };
    await stack.db.transaction((em) =>
      grantBenefits(em, stack.clock.now(), { customer, benefits: [benefit], scope }),
    );
    const { status, body } = await stack.send('GET', `/customers/${customer.id}/state`, { as: seller.owner });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: customer.id, active_subscriptions: [], active_meters: [] });
    expect(body.granted_benefits).toEqual([
      {
        id: expect.any(String),
        created_at: '2026-01-15T12:00:00.000Z',
        modified_at: null,
        granted_at: '2026-01-15T12:00:00.000Z',
        benefit_id: benefit.id,
        benefit_type: 'custom',
        benefit_metadata: { innerName: 'x' },
        properties: {},
      },
    ]);
    await emitCustomerStates(stack.billing, 0);
    const event = await stack.events.next(
      customerStateChanged,
      ({ customerId }) => customerId === customer.id,
    );
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });
});

describe('markStateChanged', () => {
  it('tells a burst of changes once, as it ended, and a later change again', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId });
    const rename = (name: string) =>
      stack.send('PATCH', `/customers/${id}`, { as: seller.owner, body: { name } });
    await rename('First');
    await rename('Second');
    await emitCustomerStates(stack.billing, 60_000);
    expect(statesOf(id)).toEqual([]);
    await emitCustomerStates(stack.billing, 0);
    await rename('Third');
    await emitCustomerStates(stack.billing, 0);
    await emitCustomerStates(stack.billing, 0);
    await stack.events.next(customerStateChanged, ({ snapshot }) => snapshot.includes('Third'));
    expect(statesOf(id).map(({ snapshot }) => JSON.parse(snapshot).name)).toEqual(['Second', 'Third']);
  });

  const grantLong = async (): Promise<string> => {
    const { organizationId } = seller;
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`key-${at}`, '語'.repeat(500)]),
    );
    const benefits = await Promise.all(
      Array.from({ length: 60 }, () => makeBenefit(stack, { organizationId, metadata })),
    );
    const customer = await makeCustomer(stack, { organizationId });
    const scope = { orderId: customer.id };
    await stack.db.transaction((em) => grantBenefits(em, stack.clock.now(), { customer, benefits, scope }));
    return customer.id;
  };

  it('tells what is more than an event holds without what others have written to it', async () => {
    const id = await grantLong();
    await emitCustomerStates(stack.billing, 0);
    const { snapshot } = await stack.events.next(customerStateChanged, ({ customerId }) => customerId === id);
    const { granted_benefits } = JSON.parse(snapshot);
    expect(granted_benefits).toHaveLength(60);
    const { benefit_metadata, properties } = granted_benefits[0];
    expect({ benefit_metadata, properties }).toEqual({ benefit_metadata: {}, properties: {} });
    const { body } = await stack.send('GET', `/customers/${id}/state`, { as: seller.owner });
    expect(Object.keys(body.granted_benefits[0].benefit_metadata)).toHaveLength(50);
  });

  it('tells the states of others where one is too large even so', async () => {
    const { organizationId } = seller;
    const large = await makeCustomer(stack, { organizationId, metadata: { text: 'x'.repeat(4_300_000) } });
    const other = await makeCustomer(stack, { organizationId });
    for (const { id } of [large, other]) await stack.db.transaction((em) => markStateChanged(em, id));
    await emitCustomerStates(stack.billing, 0);
    await stack.events.next(customerStateChanged, ({ customerId }) => customerId === other.id);
    expect(statesOf(large.id)).toEqual([]);
    const customerIds = [large.id];
    expect(stack.log.lines()).toContainEqual(expect.objectContaining({ level: 40, customerIds }));
  });

  it('is told of some customers at a time where their states are large, and of each once', async () => {
    const { organizationId } = seller;
    const metadata = { text: 'x'.repeat(1_000_000) };
    const made = await Promise.all(
      Array.from({ length: 40 }, () => makeCustomer(stack, { organizationId, metadata })),
    );
    const ids = made.map(({ id }) => id);
    await stack.db.transaction((em) => markStatesChanged(em, ids));
    const first = await emitCustomerStates(stack.billing, 0);
    const second = await emitCustomerStates(stack.billing, 0);
    expect([first.length, second.length]).toEqual([25, 15]);
    expect(new Set([...first, ...second])).toEqual(new Set(ids));
  });

  it('leaves nothing to tell when the change is rolled back', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId });
    const failed = stack.db.transaction(async (em) => {
      await markStateChanged(em, id);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await stack.db.query('SELECT 1 FROM customer_state_changes WHERE customer_id = $1', [id])).toEqual(
      [],
    );
  });

  it('is worked off in the background, also after a deletion', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId });
    await stack.send('DELETE', `/customers/${id}`, { as: seller.owner });
    const worker = await startStateChanges(stack.billing);
    const emitted = await stack.events.next(customerStateChanged, ({ customerId }) => customerId === id);
    await worker.stop();
    expect(JSON.parse(emitted.snapshot).deleted_at).not.toBeNull();
  });
});

describe('findOrCreateCustomers', () => {
  type Values = Parameters<typeof findOrCreateCustomers>[2][number];
  const findAll = (all: readonly (Partial<Values> & { email: string })[]) =>
    stack.db.transaction((em) =>
      findOrCreateCustomers(
        em,
        stack.clock.now(),
        all.map((values) => ({
          organizationId: seller.organizationId,
          customerId: null,
          externalId: null,
          isFromSeller: true,
          name: null,
          billingName: null,
          billingAddress: null,
          taxId: null,
          metadata: {},
          hasBought: hasOrders,
          ...values,
        })),
      ),
    );
  const find = async (values: Partial<Values> & { email: string }) => {
    const [found] = await findAll([values]);
    if (!found) throw new Error('none');
    return found.customer;
  };

  it('finds and makes those of several purchases, in their order, and says who is new', async () => {
    const { organizationId } = seller;
    const [first, second] = [
      await makeCustomer(stack, { organizationId }),
      await makeCustomer(stack, { organizationId }),
    ];
    const found = await findAll([
      { email: 'nobody@example.com' },
      { email: first.email.toUpperCase(), name: 'Filled' },
      { email: 'whatever@example.com', customerId: second.id },
      { email: 'another@example.com' },
    ]);
    expect(found.map(({ isNew }) => isNew)).toEqual([true, false, false, true]);
    expect(found.map(({ customer }) => customer.email)).toEqual([
      'nobody@example.com',
      first.email,
      second.email,
      'another@example.com',
    ]);
    expect(found[1]?.customer).toMatchObject({ id: first.id, name: 'Filled' });
  });

  it('refuses two purchases of one customer, whatever names them', async () => {
    const known = await makeCustomer(stack, { organizationId: seller.organizationId });
    const one = 'several purchases of one customer at once';
    await expect(
      findAll([{ email: 'a@example.com', customerId: known.id }, { email: known.email }]),
    ).rejects.toThrow(one);
    await expect(findAll([{ email: 'new@example.com' }, { email: 'NEW@example.com' }])).rejects.toThrow(one);
    const { body } = await stack.send('GET', '/customers/?email=new@example.com', { as: seller.owner });
    expect(body.items).toEqual([]);
  });

  it('makes one customer of many purchases at once', async () => {
    const found = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        find({
          email: index % 2 ? 'Many@example.com' : 'many@example.com',
          metadata: { [`k${index}`]: index },
        }),
      ),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    const { body } = await stack.send('GET', `/customers/${found[0]?.id}`, { as: seller.owner });
    expect(Object.keys(body.metadata)).toHaveLength(6);
  });

  it('overwrites details of the seller’s own customer, and keeps the rest', async () => {
    const known = await makeCustomer(stack, {
      organizationId: seller.organizationId,
      name: 'Old',
      billingName: 'Old Inc.',
      metadata: { a: 1 },
    });
    const customer = await find({
      email: known.email.toUpperCase(),
      name: 'New',
      billingName: null,
      externalId: 'kept',
      metadata: { b: 2 },
    });
    expect(customer).toMatchObject({
      id: known.id,
      email: known.email,
      name: 'New',
      billingName: 'Old Inc.',
      externalId: 'kept',
      metadata: { a: 1, b: 2 },
    });
  });

  it('only fills what is empty for somebody who typed the address', async () => {
    const known = await makeCustomer(stack, { organizationId: seller.organizationId, name: 'Old' });
    const typed = { email: known.email, name: 'New', billingName: 'New Inc.', isFromSeller: false };
    expect(await find(typed)).toMatchObject({ id: known.id, name: 'Old', billingName: 'New Inc.' });
  });

  it('uses the customer the checkout was made for, by our id or by the seller’s', async () => {
    const known = await makeCustomer(stack, { organizationId: seller.organizationId, externalId: 'known' });
    expect((await find({ email: 'else@example.com', customerId: known.id })).id).toBe(known.id);
    expect((await find({ email: 'else@example.com', externalId: 'known' })).id).toBe(known.id);
    const fresh = await find({ email: 'fresh@example.com', externalId: 'fresh' });
    expect(fresh).toMatchObject({ externalId: 'fresh', email: 'fresh@example.com' });
  });
});
