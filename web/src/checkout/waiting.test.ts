import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import { advance, confirmed, outcomeOf, type Sources, waitForOrder } from './waiting.ts';

const message = (key: CheckoutStreamMessage['key'], payload: Record<string, unknown> = {}) => ({
  id: key,
  key,
  payload,
});
const updated = (status: string) => message('checkout.updated', { status });

/** A stream that says something in each second, and an API that answers a status. */
const script = (
  seconds: (CheckoutStreamMessage | 'broken' | null)[],
  answers: (string | null)[] = [],
): Sources & { asked: number; closed: number; seconds: number } => {
  let tell: (message: CheckoutStreamMessage) => void = () => {};
  let breakOff = () => {};
  const sources = {
    asked: 0,
    closed: 0,
    seconds: 0,
    listen: (onMessage: (message: CheckoutStreamMessage) => void, onBroken: () => void) => {
      tell = onMessage;
      breakOff = onBroken;
      return () => {
        sources.closed += 1;
      };
    },
    readStatus: async () => {
      sources.asked += 1;
      return answers.shift() ?? null;
    },
    second: async () => {
      const next = seconds[sources.seconds];
      sources.seconds += 1;
      if (next === 'broken') breakOff();
      else if (next) tell(next);
    },
  };
  return sources;
};

const stay = { awaitsWebhook: false };

describe('waitForOrder', () => {
  it('ends as soon as the stream says so, without asking', async () => {
    const sources = script([message('checkout.order_created'), updated('succeeded')]);
    expect(await waitForOrder(sources, stay)).toBe('succeeded');
    expect(sources).toMatchObject({ asked: 0, closed: 1, seconds: 2 });
  });

  it('knows a failed payment by the checkout being open again', async () => {
    expect(await waitForOrder(script([updated('open')]), stay)).toBe('failed');
  });

  it('asks instead when the stream breaks', async () => {
    const sources = script(['broken'], ['confirmed', null, 'succeeded']);
    expect(await waitForOrder(sources, stay)).toBe('succeeded');
    expect(sources.asked).toBe(3);
  });

  it('asks when the stream is silent', async () => {
    const sources = script([], ['succeeded']);
    expect(await waitForOrder(sources, stay)).toBe('succeeded');
    expect(sources.seconds).toBe(4);
  });

  it('gives up after thirty seconds and closes the stream', async () => {
    const sources = script([]);
    expect(await waitForOrder(sources, stay)).toBe('late');
    expect(sources).toMatchObject({ seconds: 30, closed: 1 });
  });

  it('stays for the webhook before leaving, but not for long', async () => {
    const heard = script([
      updated('succeeded'),
      message('checkout.webhook_event_delivered', { status: 200 }),
    ]);
    expect(await waitForOrder(heard, { awaitsWebhook: true })).toBe('succeeded');
    expect(heard.seconds).toBe(2);
    const unheard = script([updated('succeeded')]);
    expect(await waitForOrder(unheard, { awaitsWebhook: true })).toBe('succeeded');
    expect(unheard.seconds).toBe(4);
  });
});

describe('advance', () => {
  it('gathers what each message says', () => {
    const keys = ['checkout.order_created', 'checkout.subscription_created'] as const;
    const progress = keys.map((key) => message(key)).reduce(advance, confirmed);
    expect(progress).toEqual({ ...confirmed, hasOrder: true, hasSubscription: true });
    expect(outcomeOf(progress)).toBeNull();
  });
});
