/** Reading request bodies, and refusing at once what nothing behind can hold. */
import express, { type RequestHandler } from 'express';
import { together } from './lean-routes.ts';
import { readPlainJson } from './plain-body.ts';

const maxNested = 64;
/** Members of one object. V8 takes a second of processor time for a hundred thousand, while it answers nobody. */
const maxMembers = 10_000;

/** Reads JSON and form bodies of at most `limit` bytes. */
export const readBodies = (limit: number): RequestHandler =>
  readPlainJson({ limit, verify: refuseUnusable }, together(readJson(limit), readForms(limit)));

const readJson = (limit: number): RequestHandler =>
  express.json({
    limit,
    strict: false,
    verify: (req, _res, body) => {
      noteEmpty(req, body);
      refuseUnusable(body);
    },
    type: ['application/json', 'application/*+json'],
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

/** Express reads no bytes as `{}`: a deletion that wants at least `{}` would then come from a request that says nothing. */
export const takeEmptyForNone: RequestHandler = (req, _res, next) => {
  if (empties.has(req)) req.body = undefined;
  next();
};

/** Why a body that is read is refused, and which parts of it: paths of the wire. */
export type Refusal = { message: string; type: string; paths: (string | number)[][] };

/** In the form of Express' own errors, which `failureOf` knows. Without a reason the body is said to be unreadable. */
const unusable = (refusal?: Refusal): Error =>
  Object.assign(new Error('the body cannot be taken'), {
    status: 400,
    type: 'entity.parse.failed',
    expose: true,
    refusal,
  });

const refuseUnusable = (body: Buffer): void => {
  if (isTooMuch(body))
    throw unusable({
      message: 'The body is nested too deep or has too many members',
      type: 'json_invalid',
      paths: [[]],
    });
  if (hasEscapedNul(body)) throw unusable(nulRefusal(body));
};

/** PostgreSQL cannot store NUL in text: refused here, once, rather than found out by a failed statement. */
const hasEscapedNul = (body: Buffer): boolean =>
  body.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(body.toString('latin1'));

/** Says where it is. No more than this many places: nobody reads them. */
const maxPlaces = 100;

const nulSomewhere: Refusal = {
  message: 'Contains a character that cannot be stored',
  type: 'value_error',
  paths: [[]],
};

const nulRefusal = (body: Buffer): Refusal | undefined => {
  try {
    const places = placesOf(JSON.parse(body.toString()), []).slice(0, maxPlaces);
    // A key that is given twice loses its first value, which may be the one.
    const paths = places.length > 0 ? places : [[]];
    return { ...nulSomewhere, paths };
  } catch {
    return undefined;
  }
};

/** Of a key that holds it, the object. */
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

/** A body deeper than any shape would exhaust the stack of whoever walks it, a wider one would keep the parser busy. */
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

/** Where a text ends that begins at this quotation mark: at the next one that no odd number of backslashes precedes. */
const endOfText = (body: Buffer, start: number): number => {
  for (let end = body.indexOf(quote, start + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (body[end - 1 - escapes] === escape) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return body.length;
};
