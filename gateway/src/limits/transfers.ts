/**
 * File transfers, which are streamed through without buffering. Limits their number per address and per process, and
 * aborts uploads that are slower than a slow phone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowLongBody } from '@tessera/kit/http/slow-bodies';
import { type Refusal, tooManyTransfers, tooManyTransfersHere } from '../request/errors.ts';
import { bytesASecond, hasBody } from './bodies.ts';
import { createStreamCount, type StreamOptions } from './streams.ts';

export type TransferOptions = StreamOptions & {
  /** Milliseconds until bytes have to arrive; longer for uploads that arrive steadily, by their size. */
  timeout: number;
};

export type Transfers = {
  /** Counts a transfer until its response closes. Returns why it is rejected, or null. */
  enter: (network: string, req: IncomingMessage, res: ServerResponse) => Refusal | null;
  close: () => void;
};

type Sending = { since: number; before: number; end: () => void };

const sweepMilliseconds = 1_000;

/** Creates the counter of transfers of one process. `tooSlow` answers uploads that are too slow. */
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
