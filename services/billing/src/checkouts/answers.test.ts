/** What the gateway is told of a checkout before it shows its page. */
import { askCheckoutFrame } from '@tessera/proto/api/asks';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { openCheckout } from '../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const openUntil = async (clientSecret: string) =>
  (await stack.bus.ask(askCheckoutFrame, { clientSecret }))?.openUntil;

describe('whether a checkout is open and nobody’s yet', () => {
  it('ends with what is known of its buyer, and with the checkout', async () => {
    const seller = await makeSeller(stack);
    const [{ checkout }, { checkout: late }] = await Promise.all([
      openCheckout(stack, { seller }),
      openCheckout(stack, { seller }),
    ]);
    const secret = String(checkout.client_secret);
    expect(Date.parse(String(await openUntil(secret)))).toBe(Date.parse(String(checkout.expires_at)));
    await stack.send('PATCH', `/checkouts/client/${secret}`, { body: { customer_email: 'ada@example.com' } });
    expect(await openUntil(secret)).toBeNull();
    await stack.db.query(`UPDATE checkouts SET expires_at = '2020-01-01' WHERE id = $1`, [late.id]);
    expect(await openUntil(String(late.client_secret))).toBeNull();
    expect(await openUntil('tessera_c_none')).toBeUndefined();
  });
});
