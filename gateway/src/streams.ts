/** Streams are long: how many an address, and the process, may hold open at once. */
import type { ServerResponse } from 'node:http';
import { type Refusal, tooManyStreams, tooManyStreamsHere } from './refuse.ts';

export type StreamOptions = { perAddress: number; perProcess: number };

/** Counts a stream in until its answer closes; answers why it may not begin, or null. */
export type EnterStream = (network: string, res: ServerResponse) => Refusal | null;

/** Counts the streams, or whatever else lasts, of one process. */
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
