/** Reading request bodies, and refusing at once what nothing behind can hold. */
import express, { type RequestHandler } from 'express';

const mostNested = 64;

/** Reads JSON and form bodies of at most `limit` bytes. */
export const readBodies = (limit: number): RequestHandler[] => [
  express.json({
    limit,
    strict: false,
    verify: (_req, _res, body) => refuse(hasEscapedNul(body) || isTooDeep(body)),
    type: ['application/json', 'application/*+json'],
  }),
  express.urlencoded({
    limit,
    extended: false,
    verify: (_req, _res, body) => refuse(body.includes('%00') || body.includes(0)),
  }),
];

const refuse = (isBad: boolean): void => {
  if (isBad)
    throw Object.assign(new Error('the body cannot be taken'), {
      status: 400,
      type: 'entity.parse.failed',
      expose: true,
    });
};

/** PostgreSQL cannot store NUL in text: refused here, once, rather than found out by a failed statement. */
const hasEscapedNul = (body: Buffer): boolean =>
  body.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(body.toString('latin1'));

const quote = 0x22;
const escape = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** A body nested deeper than any shape would only exhaust the stack of whoever walks it. */
const isTooDeep = (body: Buffer): boolean => {
  if (body.length <= mostNested) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (isText) {
      if (byte === escape) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    if (depth > mostNested) return true;
  }
  return false;
};
