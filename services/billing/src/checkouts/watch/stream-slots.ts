/** Maximum numbers of open streams: per followed resource, per network address, and per process. */
import { kitErrors } from '@tessera/kit/errors';
import { networkOf } from '@tessera/kit/http/network';
import { checkoutErrors } from '../errors.ts';

export type StreamLimits = { ofCheckout: number; ofAddress: number; ofProcess: number };

/** Allows for several tabs per customer and an office behind one address; keeps room for other requests. */
export const streamLimits: StreamLimits = { ofCheckout: 5, ofAddress: 20, ofProcess: 1_000 };

export type StreamSlots = {
  /**
   * Takes a slot before anything is read for the stream. `key` identifies what is followed. Returns the release
   * function, which may be called repeatedly. Throws TooManyStreams (limit of key or address) or ServiceUnavailable
   * (limit of the process).
   */
  take: (key: string, address: string | null) => () => void;
  taken: () => number;
};

export const createStreamSlots = (limits: StreamLimits): StreamSlots => {
  const counts = new Map<string, number>();
  let total = 0;
  const change = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    take: (followed, address) => {
      const bounded: [string, number][] = [[followed, limits.ofCheckout]];
      if (address) bounded.push([`address:${networkOf(address)}`, limits.ofAddress]);
      if (total >= limits.ofProcess) throw kitErrors.ServiceUnavailable();
      if (bounded.some(([key, most]) => (counts.get(key) ?? 0) >= most))
        throw checkoutErrors.TooManyStreams();
      for (const [key] of bounded) change(key, 1);
      total += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        for (const [key] of bounded) change(key, -1);
        total -= 1;
      };
    },
    taken: () => total,
  };
};
