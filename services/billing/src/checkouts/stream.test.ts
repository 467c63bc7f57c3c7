import { emit, transact } from '@tessera/kit/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { eventDelivered } from '@tessera/proto/events/webhook';
import { apiPath, type BillingStack, startBilling } from '../../test/factories.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../test/purchases.ts';
import { createBillingApp } from '../app.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

type Message = { id: string; key: string; payload: Record<string, unknown> };

/** A page that follows a checkout: its messages so far, and its leaving. */
const follow = async (path: string, url = stack.url) => {
  const leaving = new AbortController();
  const response = await fetch(`${url}${apiPath}${path}/stream`, { signal: leaving.signal });
  const messages: Message[] = [];
  let isEnded = false;
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events)
        if (event.startsWith('data: ')) messages.push(JSON.parse(event.slice(6)) as Message);
    }
    isEnded = true;
  };
  const reading = read().catch(() => undefined);
  const until = (key: string): Promise<Message> =>
    eventually(() => {
      const found = messages.find((message) => message.key === key);
      if (!found) throw new Error(`no ${key} yet`);
      return found;
    });
  return {
    response,
    messages,
    until,
    hasEnded: () => isEnded,
    leave: async () => {
      leaving.abort();
      await reading;
    },
  };
};

const statuses = (messages: Message[]) =>
  messages.filter(({ key }) => key === 'checkout.updated').map(({ payload }) => payload['status']);

const tellDelivered = (checkoutId: string, organizationId: string): Promise<void> =>
  transact(stack.db, (em) =>
    emit(em, eventDelivered, {
      webhookEventId: checkoutId,
      organizationId,
      eventType: 'checkout.updated',
      subjectId: checkoutId,
      status: 'succeeded',
    }),
  );

describe('following a checkout', () => {
  it('tells the state at once and each step as it is taken', async () => {
    const { path, checkout, seller } = await openCheckout(stack, { product: { recurringInterval: 'month' } });
    const page = await follow(path);
    expect(page.response.headers.get('content-type')).toBe('text/event-stream');
    expect((await page.until('checkout.updated')).payload).toEqual({ status: 'open' });
    await confirm(stack, path);
    await page.until('checkout.order_created');
    await page.until('checkout.subscription_created');
    expect(statuses(page.messages)).toEqual(['open', 'confirmed', 'succeeded']);
    expect(page.messages.some(({ key }) => key === 'checkout.webhook_event_delivered')).toBe(false);
    await tellDelivered(checkout.id, seller.organizationId);
    expect((await page.until('checkout.webhook_event_delivered')).payload).toEqual({ status: 'succeeded' });
    expect(new Set(page.messages.map(({ id }) => id)).size).toBe(page.messages.length);
    await page.leave();
  });

  it('tells a page that comes late all that has happened', async () => {
    const { path } = await buy(stack);
    const page = await follow(path);
    await page.until('checkout.order_created');
    expect(statuses(page.messages)).toEqual(['succeeded']);
    await page.leave();
  });

  it('tells of a payment that failed', async () => {
    const { path } = await openCheckout(stack);
    const page = await follow(path);
    await page.until('checkout.updated');
    await confirm(stack, path, { confirmation_token_id: 'tok_fails_later' });
    await eventually(() => expect(statuses(page.messages)).toEqual(['open', 'confirmed', 'open']));
    await page.leave();
  });

  it('works on another replica than the one that is confirmed on', async () => {
    const { metrics, passports } = stack;
    const other = await stack.serve(
      createBillingApp(stack.billing, { metrics, passports, checkReplies: true }),
    );
    const { path } = await openCheckout(stack);
    const page = await follow(path, other);
    await confirm(stack, path);
    await page.until('checkout.order_created');
    await page.leave();
  });

  it('stops listening when the page leaves', async () => {
    const { path } = await openCheckout(stack);
    const page = await follow(path);
    await page.until('checkout.updated');
    await page.leave();
    await eventually(() =>
      expect(stack.log.lines().some(({ route }) => String(route).endsWith('/:clientSecret/stream'))).toBe(
        true,
      ),
    );
  });

  it('is refused where there is nothing to follow', async () => {
    const { path, checkout } = await openCheckout(stack);
    await stack.db.query('UPDATE checkouts SET expires_at = $2 WHERE id = $1', [
      checkout.id,
      stack.clock.now(),
    ]);
    expect((await stack.send('GET', `${path}/stream`)).status).toBe(410);
    expect((await stack.send('GET', '/checkouts/client/nothing/stream')).status).toBe(404);
  });

  // The last of this file: a stack whose streams have ended opens no more.
  it('ends when the service stops', async () => {
    const { path } = await openCheckout(stack);
    const page = await follow(path);
    await page.until('checkout.updated');
    stack.billing.streams.stop();
    await eventually(() => expect(page.hasEnded()).toBe(true));
    expect((await stack.send('GET', `${path}/stream`)).status).toBe(503);
    await untilStatus(stack, path, 'open');
  });
});
