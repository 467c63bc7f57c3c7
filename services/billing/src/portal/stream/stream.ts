/** What changes for a customer, as server-sent events (contracts/billing.md, section 5). */
import { loop } from '@tessera/kit/loop';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { type Exchange, serveStream, withPlace } from '../../checkouts/watch/serve.ts';
import type { StreamingBilling } from '../../checkouts/watch/streams.ts';
import { messagesBetween, type PortalState, readState } from './state.ts';

const restMilliseconds = 2_000;

/** Tells what is new every two seconds, until the page leaves or the session ends. Throws TooManyStreams. */
export const streamToCustomer = (
  billing: StreamingBilling,
  caller: CustomerCaller,
  exchange: Exchange,
): Promise<void> =>
  withPlace(billing.streams, `session:${caller.sessionId}`, {
    exchange,
    begin: async () => {
      const first = await readState(billing.db.manager, billing.now(), caller);
      await serveStream(billing.streams, exchange, () => follow(billing, caller, { exchange, first }));
    },
  });

type From = { exchange: Exchange; first: PortalState | null };

const follow = (billing: StreamingBilling, caller: CustomerCaller, { exchange: { res }, first }: From) => {
  let state = first;
  const reading = loop(
    { every: restMilliseconds, log: billing.log, name: 'stream of a customer' },
    async () => {
      const next = state && (await readState(billing.db.manager, billing.now(), caller));
      if (!res.writable || res.writableEnded) return false;
      if (!state || !next) {
        res.end();
        return false;
      }
      for (const message of messagesBetween(state, next))
        res.write(`data: ${JSON.stringify({ id: uuidv7(), ...message })}\n\n`);
      state = next;
      return false;
    },
  );
  return () => void reading.stop();
};
