/** Limits the number of concurrent streams per address and per process. */
import type { ServerResponse } from 'node:http';
import { type Refusal, tooManyStreams, tooManyStreamsHere } from '../request/errors.ts';

export type StreamOptions = { perAddress: number; perProcess: number };

/** Counts a stream until its response closes. Returns why it is rejected, or null. */
export type EnterStream = (network: string, res: ServerResponse) => Refusal | null;

/** Creates the counter of streams, or of other long-lasting responses, of one process. */
export const createStreamCount = (
  { perAddress, perProcess }: StreamOptions,
  refusals = { ofAddress: tooManyStreams, ofProcess: tooManyStreamsHere },
): EnterStream => {
  const open = new Map<string, number>();
  let all = 0;
  return (network, res) => {
    const own = open.get(network) ?? 0;
    if (own >= perAddress) return refusals.ofAddress;
    if (all >= perProcess) return refusals.ofProcess;
    open.set(network, own + 1);
    all += 1;
    res.once('close', () => {
      all -= 1;
      const rest = (open.get(network) ?? 1) - 1;
      if (rest === 0) open.delete(network);
      else open.set(network, rest);
    });
    return null;
  };
};
