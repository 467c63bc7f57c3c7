import { sha256 } from '@tessera/kit/secrets';
import { askCustomerSession } from '@tessera/proto/api/asks';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeCustomer, makeSeller, startBilling } from '../../test/factories.ts';
import { customerOf } from '../../test/portal.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const me = '/customer-portal/customers/me';
/** What the gateway asks of a token, and puts into the passport. */
const callerOf = async (token: string): Promise<CustomerCaller | null> => {
  const session = await stack.bus.ask(askCustomerSession, { tokenHash: sha256(token) });
  return session && { kind: 'customer', ...session };
};
const signedIn = async (token: string): Promise<CustomerCaller> => {
  const caller = await callerOf(token);
  if (!caller) throw new Error('no such session');
  return caller;
};

/** A checkout that the seller made for a customer: its session opens all that they have. */
const openForCustomer = async () => {
  const seller = await makeSeller(stack);
  const customer = await makeCustomer(stack, { ...seller, name: 'Ada' });
  const { path } = await openCheckout(stack, { seller, body: { customer_id: customer.id } });
  const { body } = await confirm(stack, path, { customer_name: 'Ada', customer_email: undefined });
  await untilStatus(stack, path, 'succeeded');
  return { seller, customer, token: body.customer_session_token as string };
};

describe('the session of a customer', () => {
  it('shows them as they are, without what is the seller’s own', async () => {
    const { customer, seller, token } = await openForCustomer();
    const as = await signedIn(token);
    expect(as).toMatchObject({ organizationId: seller.organizationId, scope: { customerId: customer.id } });
    const { status, body } = await stack.send('GET', me, { as });
    expect([status, body]).toEqual([
      200,
      {
        id: customer.id,
        created_at: expect.any(String),
        modified_at: body.modified_at,
        email: customer.email,
        email_verified: false,
        name: 'Ada',
        billing_address: expect.objectContaining({ country: 'FR' }),
        tax_id: null,
        oauth_accounts: {},
      },
    ]);
  });

  it('shows no customer to whoever typed an address', async () => {
    const { confirmed } = await buy(stack);
    const { status, body } = await stack.send('GET', me, {
      as: await signedIn(confirmed.customer_session_token),
    });
    expect([status, body.error]).toEqual([403, 'NotPermitted']);
  });

  it('keeps a tax id in the country that it is of', async () => {
    const { seller } = await openForCustomer();
    const french = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'FR' };
    const { id } = await makeCustomer(stack, {
      organizationId: seller.organizationId,
      billingAddress: french,
      taxId: ['FR61954506077', 'eu_vat'],
    });
    const change = (body: object) => stack.send('PATCH', me, { as: customerOf(seller, id), body });
    for (const billing_address of [{ country: 'GB' }, null]) {
      const { status, body } = await change({ billing_address });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'tax_id']]);
    }
    const moved = await change({ billing_address: { country: 'FR', city: 'Lyon' } });
    expect([moved.status, moved.body.tax_id]).toEqual([200, ['FR61954506077', 'eu_vat']]);
    const left = await change({ billing_address: { country: 'GB' }, tax_id: null });
    expect([left.status, left.body.billing_address.country, left.body.tax_id]).toEqual([200, 'GB', null]);
  });

  it('keeps a tax id that the seller has vouched for, whatever else is changed beside it', async () => {
    const { seller } = await openForCustomer();
    const { id } = await makeCustomer(stack, {
      organizationId: seller.organizationId,
      taxId: ['ATU-OLD-1', 'eu_vat'],
    });
    const body = { name: 'Ada King', tax_id: 'ATU-OLD-1' };
    const kept = await stack.send('PATCH', me, { as: customerOf(seller, id), body });
    expect([kept.status, kept.body.name, kept.body.tax_id]).toEqual([
      200,
      'Ada King',
      ['ATU-OLD-1', 'eu_vat'],
    ]);
  });

  it('ends after an hour, and with its customer', async () => {
    const [first, second] = [await openForCustomer(), await openForCustomer()];
    await stack.send('DELETE', `/customers/${first.customer.id}`, { as: first.seller.owner });
    expect(await callerOf(first.token)).toBeNull();
    stack.clock.advance(3_599);
    expect(await callerOf(second.token)).not.toBeNull();
    stack.clock.advance(2);
    expect(await callerOf(second.token)).toBeNull();
  });

  it('ends when its customer signs out, and no other does', async () => {
    const [mine, other] = [await openForCustomer(), await openForCustomer()];
    const session = '/customer-portal/customer-session';
    const { status, text } = await stack.send('DELETE', session, { as: await signedIn(mine.token) });
    expect([status, text]).toEqual([204, '']);
    expect(await callerOf(mine.token)).toBeNull();
    expect(await callerOf(other.token)).not.toBeNull();
    for (const as of [mine.seller.owner, undefined])
      expect((await stack.send('DELETE', session, { as })).status).toBe(401);
  });

  it('is nothing to sellers’ routes, and sellers are nothing to it', async () => {
    const { customer, seller, token } = await openForCustomer();
    const as = await signedIn(token);
    for (const path of [`/customers/${customer.id}`, '/orders/', '/products/', '/customers/'])
      expect([path, (await stack.send('GET', path, { as })).status]).toEqual([path, 401]);
    expect((await stack.send('GET', me, { as: seller.owner })).status).toBe(401);
    expect((await stack.send('GET', me)).status).toBe(401);
  });

  it('is asked for before anybody looks at what was sent', async () => {
    const { seller } = await openForCustomer();
    const id = uuidv7();
    for (const [method, path] of [
      ['PATCH', me],
      ['POST', `${me}/email-update/request`],
      ['POST', `${me}/email-update/verify`],
      ['POST', `${me}/payment-methods`],
      ['POST', `${me}/payment-methods/confirm`],
      ['PATCH', `${me}/payment-methods/${id}`],
      ['PATCH', `/customer-portal/orders/${id}`],
      ['POST', `/customer-portal/orders/${id}/confirm-payment`],
      ['PATCH', `/customer-portal/subscriptions/${id}`],
      ['POST', `/customer-portal/subscriptions/${id}/preview`],
      ['PATCH', `/customer-portal/benefit-grants/${id}`],
      ['POST', '/customer-portal/oauth-accounts/authorize'],
    ] as const)
      for (const as of [undefined, seller.owner]) {
        const { status, body } = await stack.send(method, path, { ...(as && { as }), body: { nonsense: 1 } });
        expect([method, path, status, body.error]).toEqual([method, path, 401, 'Unauthorized']);
      }
  });
});
