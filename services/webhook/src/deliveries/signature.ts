/**
 * Signs messages (contracts/billing.md, section 4). There are two kinds of clients: one uses the secret's bytes as the key,
 * the other decodes the secret (without `whsec_`) from base64 first. Both signatures go into one header; a client accepts
 * any match. A secret that is not base64 gets the first signature only, because the second kind of client rejects it.
 */
import { randomBytes } from 'node:crypto';
import { hmac } from '@tessera/kit/secrets';

const prefix = 'whsec_';

/** Returns a new secret that works with both kinds of clients: 256 random bits. */
export const createSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Returns the signing keys of a secret. */
export const keysOf = (secret: string): Buffer[] => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
  return [Buffer.from(secret, 'utf8'), ...(decoded.length > 0 ? [decoded] : [])];
};

/** Returns the signature headers of a message: its id, its timestamp in seconds, and its signatures. */
export const signatureHeaders = (keys: Buffer[], message: { id: string; at: Date; body: string }) => {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, signed)}`).join(' '),
  };
};
