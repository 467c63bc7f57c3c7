/** Sends JSON replies, large pages in pieces. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';

/** JSON without a charset parameter: both contracts' clients expect plain `application/json`. */
export const sendJson = (res: Response, value: unknown): void =>
  sendText(res, value === undefined ? '' : JSON.stringify(value));

const sendText = (res: Response, text: string): void => {
  res.setHeader('content-type', 'application/json');
  res.end(text);
};

type Page = { items: unknown[]; pagination: unknown };

/** Maximum characters of a page that is sent in one piece. */
const largePage = 1_048_576;

/**
 * Sends a reply of any size. A page has up to a hundred items with all their parts, and strings are limited to half a
 * gigabyte: a large page is serialized and sent item by item, and other requests run in between.
 */
export const sendReply = async (res: Response, value: unknown): Promise<void> => {
  if (!isPage(value)) {
    sendJson(res, value);
    return;
  }
  const pieces = piecesOf(value);
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length > largePage) {
      await sendPieces(res, text, pieces);
      return;
    }
  }
  sendText(res, text);
};

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' &&
  value !== null &&
  'pagination' in value &&
  'items' in value &&
  Array.isArray(value.items);

const piecesOf = function* ({ items, ...others }: Page): Generator<string, undefined> {
  yield '{"items":[';
  for (const [at, item] of items.entries()) yield (at > 0 ? ',' : '') + JSON.stringify(item);
  yield `],${JSON.stringify(others).slice(1)}`;
};

const sendPieces = async (res: Response, first: string, rest: Iterable<string>): Promise<void> => {
  const all = async function* () {
    yield first;
    for (const piece of rest) {
      await setImmediate();
      yield piece;
    }
  };
  res.setHeader('content-type', 'application/json');
  await pipeline(Readable.from(all()), res).catch(ignoreHangUp);
};

/** Ignores that the client has disconnected: during the reply, or while it was prepared. */
export const ignoreHangUp = (error: NodeJS.ErrnoException): void => {
  if (!hangUps.has(error.code)) throw error;
};

const hangUps = new Set<string | undefined>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
