/** Reads request bodies, and rejects those that no service can store. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Dialect } from '@tessera/proto/api/error';
import express, { type Request, type RequestHandler } from 'express';
import { together } from './lean-routes.ts';
import { readPlainJson } from './plain-body.ts';

const maxNested = 64;
/** Maximum members of one object. V8 blocks for a second to parse a hundred thousand. */
const maxMembers = 10_000;

/** Reads JSON and form bodies of at most `limit` bytes. */
export const readBodies = (limit: number, json: Dialect['json']): RequestHandler =>
  readPlainJson({ limit, verify: refuseUnusable }, together(readJson(limit, json), readForms(limit)));

const jsonTypes = ['application/json', 'application/*+json'];

const namesJson = (req: IncomingMessage): boolean =>
  Boolean((req as Request).is(jsonTypes)) || (req.headers['content-type'] ?? '').includes('application/json');

const readJson = (limit: number, json: Dialect['json']): RequestHandler =>
  express.json({
    limit,
    strict: false,
    verify: (req, _res, body, charset) => {
      noteEmpty(req, body);
      refuseUnusable(body, charset);
    },
    type: json === 'named' ? namesJson : jsonTypes,
  });

const readForms = (limit: number): RequestHandler =>
  express.urlencoded({
    limit,
    extended: false,
    verify: (req, _res, body) => {
      noteEmpty(req, body);
      if (body.includes('%00') || body.includes(0)) throw unusable(nulSomewhere);
    },
  });

const empties = new WeakSet<object>();

const noteEmpty = (req: object, body: Buffer): void => {
  if (body.length === 0) empties.add(req);
};

/** Express reads an empty body as `{}`: it would pass for the empty object that some deletions require. */
export const takeEmptyForNone: RequestHandler = (req, _res, next) => {
  if (empties.has(req)) req.body = undefined;
  next();
};

/** Why a readable body is refused, and the paths of the offending parts, in wire names. */
export type Refusal = { message: string; type: string; paths: (string | number)[][] };

/** An error in the form of Express' own, which `failureOf` knows. Without a refusal: unreadable JSON. */
const unusable = (refusal?: Refusal): Error =>
  Object.assign(new Error('the body cannot be taken'), {
    status: 400,
    type: 'entity.parse.failed',
    expose: true,
    refusal,
  });

const refuseUnusable = (body: Buffer, charset = 'utf-8'): void => {
  // Decoding would put U+FFFD in the place of such bytes: nobody would see that letters were lost.
  if (charset === 'utf-8' && !isUtf8(body))
    throw unusable({ message: 'The body is not valid UTF-8', type: 'json_invalid', paths: [[]] });
  if (isTooMuch(body))
    throw unusable({
      message: 'The body is nested too deep or has too many members',
      type: 'json_invalid',
      paths: [[]],
    });
  if (hasEscapedNul(body)) throw unusable(nulRefusal(body));
};

/** PostgreSQL cannot store NUL in text: rejected here for all fields instead of by a failing statement. */
const hasEscapedNul = (body: Buffer): boolean =>
  body.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(body.toString('latin1'));

/** Maximum number of reported paths. */
const maxPlaces = 100;

const nulSomewhere: Refusal = {
  message: 'Contains a character that cannot be stored',
  type: 'value_error',
  paths: [[]],
};

const nulRefusal = (body: Buffer): Refusal | undefined => {
  try {
    const places = placesOf(JSON.parse(body.toString()), []).slice(0, maxPlaces);
    // Of a duplicate key only the last value is parsed; the NUL may be in an earlier one.
    const paths = places.length > 0 ? places : [[]];
    return { ...nulSomewhere, paths };
  } catch {
    return undefined;
  }
};

/** Returns the paths of strings with a NUL. For a key with a NUL, the path of its object. */
const placesOf = (value: unknown, path: (string | number)[]): (string | number)[][] => {
  if (typeof value === 'string') return value.includes('\0') ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key.includes('\0') ? [path] : placesOf(item, [...path, key]),
  );
};

const quote = 0x22;
const escape = 0x5c;
const colon = 0x3a;

/** Checks nesting and size: deep bodies exhaust the stack of recursive code, wide ones block the parser. */
const isTooMuch = (body: Buffer): boolean => {
  if (body.length <= maxNested) return false;
  const members = new Uint32Array(maxNested + 1);
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === quote) at = endOfText(body, at);
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxNested) return true;
      members[depth] = 0;
    } else if (byte === colon) {
      members[depth] = (members[depth] as number) + 1;
      if ((members[depth] as number) > maxMembers) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth = Math.max(0, depth - 1);
  }
  return false;
};

/** The index of the closing quote of the string that starts at `start`: the next unescaped quote. */
const endOfText = (body: Buffer, start: number): number => {
  for (let end = body.indexOf(quote, start + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (body[end - 1 - escapes] === escape) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return body.length;
};
