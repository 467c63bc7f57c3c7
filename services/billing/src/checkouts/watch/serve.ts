/** Server-sent events: an answer that goes on until the page leaves, or the process stops. */
import { AppError, kitErrors } from '@tessera/kit/errors';
import type { Request, Response } from 'express';
import type { Streams } from './streams.ts';

const heartbeatMilliseconds = 15_000;
const retryAfterSeconds = 5;

export type Exchange = { req: Request; res: Response; address: string | null };

/**
 * Takes a slot for a stream, then runs `begin`. Errors are answered as JSON before the stream begins; afterwards it only
 * ends. 429 and 503 say when to come again.
 */
export const withPlace = async (
  streams: Streams,
  key: string,
  { exchange: { res, address }, begin }: { exchange: Exchange; begin: () => Promise<void> },
): Promise<void> => {
  let giveBack = (): void => undefined;
  try {
    giveBack = streams.take(key, address);
    await begin();
  } catch (error) {
    if (error instanceof AppError && [429, 503].includes(error.status))
      res.setHeader('retry-after', String(retryAfterSeconds));
    throw error;
  } finally {
    giveBack();
  }
};

/** Resolves when the stream has ended, from whichever side. `follow` begins to tell, and answers how to stop. */
export const serveStream = async (
  streams: Streams,
  { req, res }: Exchange,
  follow: () => () => void,
): Promise<void> => {
  const end = () => void res.end();
  if (!streams.add(end)) throw kitErrors.ServiceUnavailable();
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    // Some proxies gather small answers unless told not to.
    'x-accel-buffering': 'no',
  });
  // Only the head was asked for: there is nothing to wait for.
  if (req.method === 'HEAD') {
    res.end();
    streams.remove(end);
    return;
  }
  res.flushHeaders();
  // Who has not read one heartbeat before the next is due is gone, or might as well be.
  const heartbeat = setInterval(
    () => (res.writableNeedDrain || res.writableEnded ? res.destroy() : res.write(': still here\n\n')),
    heartbeatMilliseconds,
  );
  const stop = follow();
  await new Promise<void>((resolve) => {
    res.once('close', resolve);
    if (req.destroyed || res.destroyed) resolve();
  });
  stop();
  clearInterval(heartbeat);
  streams.remove(end);
};
