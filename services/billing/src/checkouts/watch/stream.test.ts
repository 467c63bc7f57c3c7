import { connect } from 'node:net';
import { emit, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { eventDelivered } from '@tessera/proto/events/webhook';
import { apiPath, type BillingStack, startBilling } from '../../../test/factories.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { createBillingApp } from '../../app.ts';
import { broadcastCheckout } from '../broadcast.ts';
import type { StreamLimits } from './stream-slots.ts';
import { createStreams } from './streams.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

type Message = { id: string; key: string; payload: Record<string, unknown> };

/** A page that follows a checkout: its messages so far, and its leaving. */
const follow = async (path: string, url = stack.url, headers: Record<string, string> = {}) => {
  const leaving = new AbortController();
  const response = await fetch(`${url}${apiPath}${path}/stream`, { signal: leaving.signal, headers });
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

const emitDelivered = (checkoutId: string, organizationId: string): Promise<void> =>
  transact(stack.db, (em) =>
    emit(em, eventDelivered, {
      webhookEventId: checkoutId,
      organizationId,
      eventType: 'checkout.updated',
      subjectId: checkoutId,
      status: 'succeeded',
    }),
  );

/** Another replica, with limits or a bus of its own. */
const serveWith = async (limits?: StreamLimits, bus = stack.bus) => {
  const streams = createStreams({ ...stack.billing, bus }, limits);
  stack.own(streams);
  const { metrics, passports } = stack;
  const options = { metrics, passports, checkReplies: true };
  return { streams, url: await stack.serve(createBillingApp({ ...stack.billing, streams }, options)) };
};

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
    await emitDelivered(checkout.id, seller.organizationId);
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

  it('ends when the seller’s server has heard of the success, and when the time to pay is over', async () => {
    const { path, checkout, seller } = await openCheckout(stack);
    const page = await follow(path);
    await confirm(stack, path);
    await page.until('checkout.order_created');
    expect(page.hasEnded()).toBe(false);
    await emitDelivered(checkout.id, seller.organizationId);
    await eventually(() => expect(page.hasEnded()).toBe(true));
    expect(page.messages.at(-1)?.key).toBe('checkout.webhook_event_delivered');

    const late = await openCheckout(stack);
    const waiting = await follow(late.path);
    await waiting.until('checkout.updated');
    await stack.db.query('UPDATE checkouts SET expires_at = $2 WHERE id = $1', [
      late.checkout.id,
      stack.clock.now(),
    ]);
    broadcastCheckout(stack, late.checkout.id);
    await eventually(() => expect(waiting.hasEnded()).toBe(true));
    expect(statuses(waiting.messages)).toEqual(['open', 'expired']);
  });

  it('is over at once for who asks for its head alone, and the connection is free', async () => {
    const { path } = await openCheckout(stack);
    const { hostname, port } = new URL(stack.url);
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk.toString();
    });
    for (const [method, end] of [
      ['HEAD', '/stream'],
      ['GET', ''],
    ])
      socket.write(`${method} ${apiPath}${path}${end} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await eventually(() => expect(answers.match(/^HTTP\/1\.1 200/gm)).toHaveLength(2));
    expect(stack.billing.streams.taken()).toBe(0);
    socket.destroy();
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

  it('is refused at once to whoever has too many, and nobody else notices', async () => {
    const first = await openCheckout(stack);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const pages = await Promise.all(Array.from({ length: 5 }, () => follow(first.path, stack.url, headers)));
    expect(pages.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await stack.send('GET', `${first.path}/stream`, { headers });
    expect([sixth.status, sixth.headers.get('retry-after'), sixth.body.error]).toEqual([
      429,
      '5',
      'TooManyStreams',
    ]);
    await pages.pop()?.leave();
    await eventually(async () => {
      const page = await follow(first.path, stack.url, headers);
      expect(page.response.status).toBe(200);
      pages.push(page);
    });
    for (let more = 0; more < 3; more += 1) {
      const { path } = await openCheckout(stack);
      pages.push(...(await Promise.all(Array.from({ length: 5 }, () => follow(path, stack.url, headers)))));
    }
    expect(pages.filter(({ response }) => response.status === 200)).toHaveLength(20);
    const other = await openCheckout(stack);
    expect((await stack.send('GET', `${other.path}/stream`, { headers })).status).toBe(429);
    const elsewhere = await follow(other.path, stack.url, { 'x-forwarded-for': '203.0.113.8' });
    expect(elsewhere.response.status).toBe(200);
    await Promise.all([...pages, elsewhere].map(({ leave }) => leave()));
  });

  it('is refused with 503 when the process has enough', async () => {
    const { url, streams } = await serveWith({ ofCheckout: 5, ofAddress: 20, ofProcess: 2 });
    const { path } = await openCheckout(stack);
    const pages = [await follow(path, url), await follow(path, url)];
    const third = await fetch(`${url}${apiPath}${path}/stream`);
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    await Promise.all(pages.map(({ leave }) => leave()));
    await eventually(() => expect(streams.taken()).toBe(0));
  });

  it('listens once for all pages of a checkout, and leaves nothing behind when they are gone', async () => {
    let listening = 0;
    let listened = 0;
    const onBroadcast: typeof stack.bus.onBroadcast = async (...args) => {
      listened += 1;
      listening += 1;
      const unsubscribe = await stack.bus.onBroadcast(...args);
      return () => {
        listening -= 1;
        unsubscribe();
      };
    };
    const { url, streams } = await serveWith(undefined, { ...stack.bus, onBroadcast });
    const { path } = await openCheckout(stack);
    const pages = await Promise.all(Array.from({ length: 5 }, () => follow(path, url)));
    expect([listened, streams.followed(), streams.taken()]).toEqual([1, 1, 5]);
    await confirm(stack, path);
    for (const page of pages) await page.until('checkout.order_created');
    await Promise.all(pages.map(({ leave }) => leave()));
    await eventually(() => expect([listening, streams.followed(), streams.taken()]).toEqual([0, 0, 0]));
    expect(listened).toBe(1);
  });

  it('gives the slot back that was taken for a checkout which does not exist', async () => {
    expect((await stack.send('GET', '/checkouts/client/nothing/stream')).status).toBe(404);
    await eventually(() => expect(stack.billing.streams.taken()).toBe(0));
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
