/**
 * Streams a checkout as server-sent events: the state on connect, then every change, until the client disconnects or
 * no further change can follow.
 */
import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import type { Response } from 'express';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { getClientRow, statusAt } from '../read.ts';
import { isComplete, messagesOf, newMessages } from './messages.ts';
import { type Exchange, serveStream, withPlace } from './serve.ts';
import type { StreamingBilling } from './streams.ts';
import type { WatchedFacts } from './watch.ts';

/** How long a stream stays open after success for the webhook; pages wait at most 30 seconds. */
const lingerMilliseconds = 60_000;

/** Errors before the stream begins are sent as JSON; later ones end it. 429 and 503 have a Retry-After header. */
export const streamCheckout = (
  billing: StreamingBilling,
  clientSecret: string,
  exchange: Exchange,
): Promise<void> =>
  withPlace(billing.streams, `checkout:${clientSecret}`, {
    exchange,
    begin: async () => {
      const row = await getClientRow(billing, { clientSecret });
      const teller = createTeller(billing, exchange.res);
      await serveStream(billing.streams, exchange, () => {
        const unfollow = billing.streams.follow(row, teller.tell);
        return () => {
          unfollow();
          teller.stop();
        };
      });
    },
  });

/** Writes new messages for each state, and ends the response when no more can follow. */
const createTeller = ({ now }: Pick<Billing, 'now'>, res: Response) => {
  let said: ReturnType<typeof messagesOf> = [];
  let lingering: NodeJS.Timeout | undefined;
  return {
    tell: (read: WatchedFacts): void => {
      if (!res.writable || res.writableEnded) return;
      const facts = { ...read, status: statusAt(read, now()) };
      const messages = messagesOf(facts);
      for (const message of newMessages(said, messages)) write(res, message);
      said = messages;
      if (isComplete(facts)) res.end();
      else if (facts.status === 'succeeded') lingering ??= setTimeout(() => res.end(), lingerMilliseconds);
    },
    stop: (): void => clearTimeout(lingering),
  };
};

const write = (res: Response, message: Omit<CheckoutStreamMessage, 'id'>): void => {
  res.write(`data: ${JSON.stringify({ id: uuidv7(), ...message } satisfies CheckoutStreamMessage)}\n\n`);
};
