import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const subscribe = async (...[product, options]: Parameters<typeof people.subscribe>) => {
  const { id, customerId, subscription } = await people.subscribe(product, options);
  return { id, subscription, email: (await people.get(`/customers/${customerId}`)).email as string };
};
const patch = (id: string, body: object) => people.send('PATCH', `/subscriptions/${id}`, body);
const mailed = (email: string, type: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.find((one) => one.to === email && one.type === type);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });
const written = (date: string | number | Date) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

describe('the mails about a pause', () => {
  it('say from when it is paused, until when, and that it is not after all', async () => {
    const { id, email, subscription } = await subscribe();
    const end = subscription.current_period_end;
    const resumesAt = new Date(new Date(end).getTime() + 30 * day);
    await patch(id, { pause_at_period_end: true, resumes_at: resumesAt.toISOString() });
    const paused = await mailed(email, 'subscription-paused');
    expect(paused.subject).toBe(`Your subscription to ${subscription.product.name} will be paused`);
    expect(paused.text).toContain(`will be paused from ${written(end)}`);
    expect(paused.text).toContain(`resumes automatically on ${written(resumesAt)}`);
    expect(paused.text).toContain(`/subscriptions/${id}?customer_session_token=`);
    await patch(id, { resume: true });
    expect((await mailed(email, 'subscription-unpaused')).text).toContain(`renews on ${written(end)}`);
  });

  it('speak the language of the checkout, also where nobody says for how long', async () => {
    const { id, email } = await subscribe({}, { body: { locale: 'de' } });
    await patch(id, { pause_at_period_end: true });
    const { subject, text } = await mailed(email, 'subscription-paused');
    expect(subject).toMatch(/wird pausiert$/);
    expect(text).toContain('Es bleibt pausiert, bis es fortgesetzt wird.');
  });
});
