/** Server-sent events: responses that stay open until the client disconnects or the process stops. */
import { AppError, kitErrors } from '@tessera/kit/errors';
import type { Request, Response } from 'express';
import type { Streams } from './streams.ts';

const heartbeatMilliseconds = 15_000;
const retryAfterSeconds = 5;

export type Exchange = { req: Request; res: Response; address: string | null };

/**
 * Takes a slot for a stream, then runs `begin`, and releases the slot. Errors before the stream begins are sent as
 * JSON; later ones end the stream. 429 and 503 have a Retry-After header.
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

/** Resolves when either side has ended the stream. `follow` starts writing and returns a function that stops it. */
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
    // Disables response buffering in proxies such as nginx.
    'x-accel-buffering': 'no',
  });
  // HEAD requests get headers only.
  if (req.method === 'HEAD') {
    res.end();
    streams.remove(end);
    return;
  }
  res.flushHeaders();
  // A client that has not read the last heartbeat by the next one is considered disconnected.
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
