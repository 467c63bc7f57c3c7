/**
 * The stream of a checkout as server-sent events: the state on connect, then every change, until the page leaves or
 * there is nothing left to tell.
 */
import { AppError, kitErrors } from '@tessera/kit/errors';
import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import type { Request, Response } from 'express';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import type { CheckoutRow } from '../entity.ts';
import { getClientRow, statusAt } from '../read.ts';
import { isAllTold, messagesOf, newMessages } from './messages.ts';
import type { StreamingBilling } from './streams.ts';
import type { WatchedFacts } from './watch.ts';

const heartbeatMilliseconds = 15_000;
/** A page leaves 30 seconds after success at the latest, whether or not the seller's server has heard of it. */
const lingerMilliseconds = 60_000;
const retryAfterSeconds = 5;

type Exchange = { req: Request; res: Response; address: string | null };

/** Answers errors as JSON before the stream begins; afterwards it only ends. 429 and 503 say when to come again. */
export const streamCheckout = async (
  billing: StreamingBilling,
  clientSecret: string,
  exchange: Exchange,
): Promise<void> => {
  const { res, address } = exchange;
  let giveBack = (): void => undefined;
  try {
    giveBack = billing.streams.take(clientSecret, address);
    const row = await getClientRow(billing, { clientSecret });
    await stream(billing, row, exchange);
  } catch (error) {
    if (error instanceof AppError && [429, 503].includes(error.status))
      res.setHeader('retry-after', String(retryAfterSeconds));
    throw error;
  } finally {
    giveBack();
  }
};

/** Resolves when the stream has ended, from whichever side. */
const stream = async (billing: StreamingBilling, row: CheckoutRow, { req, res }: Exchange): Promise<void> => {
  const { streams } = billing;
  const end = () => void res.end();
  if (!streams.add(end)) throw kitErrors.ServiceUnavailable();
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    // Some proxies gather small answers unless told not to.
    'x-accel-buffering': 'no',
  });
  res.flushHeaders();
  const teller = createTeller(billing, res);
  // Who has not read one heartbeat before the next is due is gone, or might as well be.
  const heartbeat = setInterval(
    () => (res.writableNeedDrain || res.writableEnded ? res.destroy() : res.write(': still here\n\n')),
    heartbeatMilliseconds,
  );
  const unfollow = streams.follow(row, teller.tell);
  await new Promise<void>((resolve) => {
    res.once('close', resolve);
    if (req.destroyed || res.destroyed) resolve();
  });
  unfollow();
  teller.stop();
  clearInterval(heartbeat);
  streams.remove(end);
};

/** Says what is new in the facts of a checkout, and ends the answer when all has been said. */
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
      if (isAllTold(facts)) res.end();
      else if (facts.status === 'succeeded') lingering ??= setTimeout(() => res.end(), lingerMilliseconds);
    },
    stop: (): void => clearTimeout(lingering),
  };
};

const write = (res: Response, message: Omit<CheckoutStreamMessage, 'id'>): void => {
  res.write(`data: ${JSON.stringify({ id: uuidv7(), ...message } satisfies CheckoutStreamMessage)}\n\n`);
};
