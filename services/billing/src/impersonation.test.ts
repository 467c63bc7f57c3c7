/** What an administrator who impersonates a seller may do, and how the history names the administrator. */
import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeCustomer, makeSeller, startBilling } from '../test/factories.ts';
import { buy } from '../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const impersonate = async () => {
  const seller = await makeSeller(stack);
  const impersonatedBy = uuidv7();
  const as = { ...seller.owner, isImpersonated: true, impersonatedBy };
  return { seller, as: as as typeof seller.owner, impersonatedBy };
};

describe('an impersonated session', () => {
  it('leads no money elsewhere, connects no accounts, and opens no sessions of customers', async () => {
    const { seller, as } = await impersonate();
    const { organizationId } = seller;
    const { id: customerId } = await makeCustomer(stack, seller);
    const keys = {
      secret_key: `rk_test_${'a'.repeat(30)}`,
      publishable_key: `pk_test_${'a'.repeat(30)}`,
      webhook_secret: `whsec_${'a'.repeat(30)}`,
    };
    for (const [method, path, body] of [
      ['POST', '/payment-accounts', { organization_id: organizationId, ...keys }],
      ['PATCH', `/payment-accounts/${uuidv7()}`, keys],
      ['DELETE', `/payment-accounts/${uuidv7()}`],
      ['GET', `/integrations/discord/authorize?organization_id=${organizationId}&return_to=/x`],
      ['POST', '/customer-sessions', { customer_id: customerId }],
    ] as const) {
      const reply = await stack.send(method, path, { as, body });
      expect([method, path, reply.status, reply.body]).toEqual([
        method,
        path,
        403,
        { error: 'NotPermitted', detail: 'Not allowed while impersonating a user' },
      ]);
    }
    expect((await stack.send('GET', '/payment-accounts', { as })).status).toBe(200);
  });

  it('helps a customer, and the history tells by whom', async () => {
    const { seller, as, impersonatedBy } = await impersonate();
    const { order } = await buy(stack, { seller });
    const wish = { order_id: order.id, reason: 'customer_request', amount: 100 };
    expect((await stack.send('POST', '/refunds/', { as, body: wish })).status).toBe(200);
    await eventually(async () => {
      const { body } = await stack.send('GET', `/orders/${order.id}/history`, { as });
      const entries = body.items as { type: string; actor: unknown }[];
      expect(entries.find(({ type }) => type === 'refund.created')?.actor).toEqual({
        kind: 'user',
        id: as.kind === 'user' && as.userId,
        name: as.kind === 'user' && as.name,
        impersonated_by: impersonatedBy,
      });
    });
  });
});
