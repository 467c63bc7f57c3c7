/** Sends an object as a response: ranges, validators, and headers that keep its content from being executed. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import type { ByteRange } from './store.ts';

export type Sendable = {
  etag: string;
  size: number;
  mimeType: string;
  read: (range?: ByteRange) => Readable | Promise<Readable | null>;
  /** The file name to save it under. Absent: it may be shown inline. */
  attachment?: string;
  cacheControl?: string;
};

/** Sends an object, or the requested range. If the client disconnects, reading stops. */
export const sendObject = async (req: Request, res: Response, object: Sendable): Promise<void> => {
  const { size, etag } = object;
  setHeaders(res, object);
  if (isKept(req, etag)) {
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, { size, etag });
  if (range === 'unsatisfiable') {
    res.status(416).setHeader('content-range', `bytes */${size}`);
    res.end();
    return;
  }
  if (range) {
    res.status(206).setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`);
    res.setHeader('content-length', String(range.end - range.start + 1));
  } else res.setHeader('content-length', String(size));
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const body = await object.read(range ?? undefined);
  if (!body) throw new Error('an object is gone while it was being sent');
  await pipeline(body, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
};

const setHeaders = (res: Response, { mimeType, etag, attachment, cacheControl }: Sendable): void => {
  res.setHeader('content-type', mimeType);
  res.setHeader('etag', `"${etag}"`);
  res.setHeader('accept-ranges', 'bytes');
  res.setHeader('cache-control', cacheControl ?? 'private, no-cache');
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('content-security-policy', `default-src 'none'; sandbox`);
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
  if (attachment !== undefined) res.setHeader('content-disposition', contentDisposition(attachment));
};

/** Whether the client's cached copy is valid, by the validator only; `Cache-Control` of the request is ignored. */
const isKept = (req: Request, etag: string): boolean =>
  (req.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${etag}"`);

/** Returns the requested range; null, for the whole object, if there is none, several, or an invalid one. */
const rangeOf = (
  req: Request,
  { size, etag }: { size: number; etag: string },
): ByteRange | null | 'unsatisfiable' => {
  const wanted = req.get('if-range');
  if (wanted !== undefined && wanted !== `"${etag}"`) return null;
  const ranges = req.range(size);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
};
