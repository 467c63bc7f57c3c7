/**
 * Cookie values: their signatures, and the session cache cookie `session_data` (contracts/auth.md, sections 3 and 5),
 * a signed copy of session and user.
 */
import { signerOf } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import * as cookies from '@tessera/proto/api/identity/cookies';
import { readReply, toWire } from '@tessera/proto/api/wire';
import type { UserFields } from '../user-fields/fields.ts';

const cacheSigner = (secret: string) => signerOf(secret, 'base64url');

/** The signing secret, and the shape of users in this configuration. */
type Format = { secret: string; shape: UserFields['record'] };

/** Returns the cookie's value, valid until `expiresAt` (ms). Null if it would be too long for a cookie. */
export const encodeCache = (
  { secret, shape }: Format,
  record: SessionRecord,
  expiresAt: number,
): string | null =>
  cookies.encodeCache(cacheSigner(secret).sign, JSON.stringify(toWire(shape, record, 'camel')), expiresAt);

/** The result of reading a cache cookie: missing, forged, or a record that is valid until `expiresAt` (ms). */
export type Cached =
  | { kind: 'none' }
  | { kind: 'forged' }
  | { kind: 'valid'; record: SessionRecord; expiresAt: number };

/** Reads the cookie's value. A validly signed record of another shape counts as `none`. */
export const decodeCache = ({ secret, shape }: Format, value: string | undefined): Cached => {
  const content = cookies.decodeCache(value, cacheSigner(secret));
  if (content.kind !== 'valid') return content;
  const record = shape.safeParse(readReply(shape, content.pair, 'camel'));
  return record.success
    ? { kind: 'valid', record: record.data, expiresAt: content.expiresAt }
    : { kind: 'none' };
};
