/** Streams a customer's changes as server-sent events (contracts/billing.md, section 5). */
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Response } from 'express';
import { uuidv7 } from 'uuidv7';
import { type Exchange, serveStream, withPlace } from '../../checkouts/watch/serve.ts';
import type { Streams } from '../../checkouts/watch/streams.ts';
import { messagesBetween, type PortalState } from './state.ts';
import type { PortalWatch, Tell } from './watch.ts';

type Streaming = { streams: Streams; watch: PortalWatch };

/** Streams changes until the page disconnects or the session ends. Throws TooManyStreams. */
export const streamToCustomer = (
  { streams, watch }: Streaming,
  caller: CustomerCaller,
  exchange: Exchange,
): Promise<void> =>
  withPlace(streams, `session:${caller.sessionId}`, {
    exchange,
    begin: () => serveStream(streams, exchange, () => watch.follow(caller, createTeller(exchange.res))),
  });

/** The first state is not sent, since the page has just loaded it. */
const createTeller = (res: Response): Tell => {
  let before: PortalState | undefined;
  return (state) => {
    if (!res.writable || res.writableEnded) return;
    if (!state) {
      res.end();
      return;
    }
    // A comment that marks the point from which no change is missed.
    if (!before) res.write(': following\n\n');
    for (const message of before ? messagesBetween(before, state) : [])
      res.write(`data: ${JSON.stringify({ id: uuidv7(), ...message })}\n\n`);
    before = state;
  };
};
