/** The session cache cookie `session_data` (contracts/auth.md, sections 3 and 5): a signed copy of session and user. */
import { createHmac } from 'node:crypto';
import { sameText } from '@tessera/kit/secrets';
import { SessionRecord } from '@tessera/proto/api/asks';
import { readReply } from '@tessera/proto/api/wire';
import { z } from 'zod';

/** Longest value that browsers are sure to keep. */
const mostCharacters = 4_093;

const Payload = z.looseObject({
  session: z.record(z.string(), z.unknown()),
  expiresAt: z.number(),
  signature: z.string(),
});

const signatureOf = (secret: string, session: object, expiresAt: number): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify({ ...session, expiresAt }))
    .digest('base64url');

/** The cookie's value, good until `expiresAt` (ms). Null when it would be too long for a cookie. */
export const encodeCache = (secret: string, record: SessionRecord, expiresAt: number): string | null => {
  const session = { session: record.session, user: record.user };
  const signature = signatureOf(secret, session, expiresAt);
  const value = Buffer.from(JSON.stringify({ session, expiresAt, signature })).toString('base64url');
  return value.length > mostCharacters ? null : value;
};

/** What a cache cookie is worth: nothing, forged, or a record with the time (ms) until which it is good. */
export type Cached =
  | { kind: 'none' }
  | { kind: 'forged' }
  | { kind: 'valid'; record: SessionRecord; expiresAt: number };

export const decodeCache = (secret: string, value: string | undefined): Cached => {
  const payload = Payload.safeParse(parseJson(value));
  if (!payload.success) return { kind: 'none' };
  const { session, expiresAt, signature } = payload.data;
  if (!sameText(signatureOf(secret, session, expiresAt), signature)) return { kind: 'forged' };
  const record = SessionRecord.safeParse(readReply(SessionRecord, session, 'camel'));
  return record.success ? { kind: 'valid', record: record.data, expiresAt } : { kind: 'none' };
};

const parseJson = (value: string | undefined): unknown => {
  if (!value) return undefined;
  try {
    return JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};
