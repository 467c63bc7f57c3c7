import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { purchasesRequested } from '@tessera/proto/events/billing';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { buy, confirm, details, freshEmail, openCheckout, untilStatus } from '../../test/purchases.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined }, areMailsLimited: true });
});
afterAll(() => stack.stop());

const mailsTo = (email: string): Mail[] =>
  sent.filter(({ to, type }) => to.toLowerCase() === email.toLowerCase() && type === 'purchases');
const request = async (path: string, email: string) => {
  const { status, text } = await stack.send('POST', `${path}/purchases-mail`, { body: { email } });
  expect([status, text]).toEqual([204, '']);
};

describe('whoever may have bought before', () => {
  it('is sent the links to what the address has bought there, newest first', async () => {
    const seller = await makeSeller(stack);
    const first = await buy(stack, { seller, product: { name: 'Atlas' } });
    stack.clock.advance(60);
    const second = await openCheckout(stack, { seller, product: { name: 'Globe' } });
    await confirm(stack, second.path, details(first.email));
    await untilStatus(stack, second.path, 'succeeded');
    await buy(stack, { product: { name: 'Of another seller' } });
    const { path } = await openCheckout(stack, { seller });
    await request(path, first.email.toUpperCase());
    const mail = await eventually(() => {
      const [found] = mailsTo(first.email);
      if (!found) throw new Error('no mail yet');
      return found;
    });
    const links = [second, first].map(({ checkout }) => `/checkout/${checkout.client_secret}/confirmation`);
    expect(mail.text).toMatch(new RegExp(`Globe: \\S+${links[0]}\\s+Atlas: \\S+${links[1]}`));
    expect(mail.text).not.toContain('Of another seller');
  });

  it('learns nothing of an address that has bought nothing, or only elsewhere', async () => {
    const elsewhere = await buy(stack);
    const { path, seller } = await openCheckout(stack);
    const stranger = freshEmail();
    for (const email of [stranger, elsewhere.email]) await request(path, email);
    const asked = () =>
      stack.events.all(purchasesRequested).filter((it) => it.organizationId === seller.organizationId);
    await eventually(() => expect(asked().map(({ customerId }) => customerId)).toEqual(['', '']));
    // A mail that is sent for a later request shows that none was sent for these.
    const bought = await buy(stack, { seller });
    await request(path, bought.email);
    await eventually(() => expect(mailsTo(bought.email)).toHaveLength(1));
    expect([...mailsTo(stranger), ...mailsTo(elsewhere.email)]).toEqual([]);
  });

  it('is written to five times an hour at most', async () => {
    const { path, email, seller } = await buy(stack);
    for (let count = 0; count < 7; count += 1) await request(path, email);
    const other = await buy(stack, { seller });
    await request(other.path, other.email);
    await eventually(() => expect(mailsTo(other.email)).toHaveLength(1));
    await eventually(() => expect(mailsTo(email)).toHaveLength(5));
  });

  it('needs an address and a checkout', async () => {
    const { path } = await openCheckout(stack);
    const badly = await stack.send('POST', `${path}/purchases-mail`, { body: { email: 'nobody' } });
    expect(badly.status).toBe(422);
    expect(badly.body.detail[0].loc).toEqual(['body', 'email']);
    const unknown = await stack.send('POST', '/checkouts/client/tessera_c_x/purchases-mail', {
      body: { email: freshEmail() },
    });
    expect(unknown.status).toBe(404);
  });
});
