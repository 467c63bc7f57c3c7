import { customerUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;

beforeAll(async () => {
  stack = await startBilling();
});

beforeEach(async () => {
  seller = await makeSeller(stack);
});

afterAll(() => stack.stop());

describe('updateCustomer', () => {
  it('leaves what is absent, clears what is null, and emits it', async () => {
    const { id } = await makeCustomer(stack, {
      organizationId: seller.organizationId,
      name: 'Grace',
      emailVerified: true,
      taxId: ['DE123456789', 'eu_vat'],
      metadata: { a: 1 },
    });
    const { body } = await stack.send('PATCH', `/customers/${id}`, {
      as: seller.owner,
      body: { name: null, external_id: 'g-1', email: null },
    });
    expect(body).toMatchObject({
      name: null,
      external_id: 'g-1',
      email: `${id}@example.com`,
      email_verified: true,
      tax_id: ['DE123456789', 'eu_vat'],
      metadata: { a: 1 },
      modified_at: '2026-01-15T12:00:00.000Z',
    });
    const event = await stack.events.next(customerUpdated, ({ customerId }) => customerId === id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });

  it('forgets that an address was verified when it changes', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId, emailVerified: true });
    const { body } = await stack.send('PATCH', `/customers/${id}`, {
      as: seller.owner,
      body: { email: 'new@example.com' },
    });
    expect(body).toMatchObject({ email: 'new@example.com', email_verified: false });
  });

  it('sets an external id once', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId, externalId: 'first' });
    for (const external_id of ['second', null]) {
      const { status, body } = await stack.send('PATCH', `/customers/${id}`, {
        as: seller.owner,
        body: { external_id },
      });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'external_id']]);
    }
    const same = await stack.send('PATCH', `/customers/${id}`, {
      as: seller.owner,
      body: { external_id: 'first' },
    });
    expect(same.status).toBe(200);
  });

  it('refuses an address that another customer has', async () => {
    const { organizationId } = seller;
    const taken = await makeCustomer(stack, { organizationId });
    const { id } = await makeCustomer(stack, { organizationId });
    const { status } = await stack.send('PATCH', `/customers/${id}`, {
      as: seller.owner,
      body: { email: taken.email.toUpperCase() },
    });
    expect(status).toBe(422);
  });
});
