/** Who sent which key, what else must be the same, and how replies are sealed: pure. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sha256 } from '@tessera/kit/secrets';
import type { Caller } from '@tessera/proto/api/passport';

/** Characters of a key. */
export const maxKeyLength = 255;

/** A key: printable characters of ASCII. */
export const isKey = (text: string): boolean =>
  text.length <= maxKeyLength && /^[\x21-\x7e][\x20-\x7e]*$/.test(text);

/**
 * Whose key it is: nobody meets the keys of others. Without a session or token it is the path's, which then must hold a
 * secret; null: nobody could be told from anybody else.
 */
export const ownerOf = (caller: Caller, path: string): string | null => {
  switch (caller.kind) {
    case 'user':
      return `user ${caller.userId}`;
    // An OAuth client gets new tokens now and then, and is the same; for each of whom it acts for it is another.
    case 'token':
      return caller.clientId === undefined
        ? `token ${caller.tokenId}`
        : `client ${caller.clientId} ${caller.organizationId}`;
    case 'user-token':
      return `client ${caller.clientId} ${caller.userId}`;
    case 'customer':
      return `customer ${caller.sessionId}`;
    case 'anonymous':
      return /^\/checkouts\/client\/[^/]+\/\w/.test(path) ? `path ${path}` : null;
  }
};

export const idOf = (owner: string, key: string): string => sha256(JSON.stringify([owner, key]));

/** What a repeated request must have in common with the first. */
export const fingerprintOf = (request: { path: string; query: unknown; body: unknown }): string =>
  sha256(JSON.stringify([request.path, request.query, request.body ?? null]));

/** Replies that say what became of the request. Others, as 401, 429 or 503, may be different the next time. */
export const isKept = (status: number): boolean =>
  (status >= 200 && status < 300) || [400, 404, 410, 422].includes(status);

const secretOf = (owner: string, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, owner, 'idempotency reply', 32));

const ivLength = 12;
const tagLength = 16;

/** Replies may hold secrets, as tokens of sessions do: only whoever has the key can read them. */
export const seal = (owner: string, key: string, text: string): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', secretOf(owner, key), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

export const unseal = (owner: string, key: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', secretOf(owner, key), sealed.subarray(0, ivLength));
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString();
};
