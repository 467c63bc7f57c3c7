/**
 * Files go through as they come: nothing of them is kept here. How many are under way at once is bounded, for each
 * address and for the process, and so is the time of whoever sends slower than a slow phone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowLongBody } from '@tessera/kit/slow-bodies';
import { bytesASecond, hasBody } from './bodies.ts';
import { type Refusal, tooManyTransfers, tooManyTransfersHere } from './refuse.ts';
import { createStreamCount, type StreamOptions } from './streams.ts';

export type TransferOptions = StreamOptions & {
  /** Milliseconds until bytes have to come; those that come steadily get more by their number. */
  timeout: number;
};

export type Transfers = {
  /** Counts a transfer in until its answer closes; answers why it may not begin, or null. */
  enter: (network: string, req: IncomingMessage, res: ServerResponse) => Refusal | null;
  close: () => void;
};

type Sending = { since: number; before: number; end: () => void };

const sweepMilliseconds = 1_000;

/** Counts the transfers of one process. `tooSlow` answers a request that brings too little. */
export const createTransfers = (
  { timeout, ...bounds }: TransferOptions,
  tooSlow: (res: ServerResponse) => void,
): Transfers => {
  const count = createStreamCount(bounds, { ofAddress: tooManyTransfers, ofProcess: tooManyTransfersHere });
  const sending = new Map<IncomingMessage, Sending>();
  const sweep = (): void => {
    const now = performance.now();
    for (const [req, { since, before, end }] of sending) {
      const bytes = req.socket.bytesRead - before;
      if (!req.complete && now - since > timeout + (bytes / bytesASecond) * 1000) end();
    }
  };
  const sweeping = setInterval(sweep, sweepMilliseconds).unref();
  return {
    enter: (network, req, res) => {
      const refusal = count(network, res);
      if (refusal || !hasBody(req)) return refusal;
      allowLongBody(req);
      const end = (): void => {
        sending.delete(req);
        tooSlow(res);
      };
      sending.set(req, { since: performance.now(), before: req.socket.bytesRead, end });
      res.once('close', () => sending.delete(req));
      return null;
    },
    close: () => clearInterval(sweeping),
  };
};
