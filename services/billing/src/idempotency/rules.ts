/** Owners and fingerprints of idempotency keys, and the encryption of replies. Pure. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sha256 } from '@tessera/kit/secrets';
import type { Caller } from '@tessera/proto/api/passport';

/** Maximum length of a key in characters. */
export const maxKeyLength = 255;

/** Whether a text is a valid key: printable ASCII characters. */
export const isKey = (text: string): boolean =>
  text.length <= maxKeyLength && /^[\x21-\x7e][\x20-\x7e]*$/.test(text);

/**
 * The owner of a key; keys of different owners never collide. Without a session or token it is the path, which must
 * then contain a secret. Null: the caller cannot be identified.
 */
export const ownerOf = (caller: Caller, path: string): string | null => {
  switch (caller.kind) {
    case 'user':
      return `user ${caller.userId}`;
    // An OAuth client stays the same owner when its tokens change; it is another one for each organization or user it
    // acts for.
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

/** Whether a reply is final. Others, as 401, 429 or 503, may differ on a retry. */
export const isKept = (status: number): boolean =>
  (status >= 200 && status < 300) || [400, 404, 410, 422].includes(status);

const secretOf = (owner: string, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, owner, 'idempotency reply', 32));

const ivLength = 12;
const tagLength = 16;

/** Encrypts a reply, which may contain secrets as session tokens, with a key derived from the idempotency key. */
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
