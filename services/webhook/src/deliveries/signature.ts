/**
 * Signatures of a message (contracts/billing.md, section 4). There are two kinds of client: one keys with
 * the secret's bytes as they are, the other decodes the secret (without `whsec_`) from base64 first. Both
 * signatures go into one header, of which any match wins. A secret that is not base64 gets the first alone, because
 * the second kind of client cannot be set up with it.
 */
import { randomBytes } from 'node:crypto';
import { hmac } from '@tessera/kit/secrets';

const prefix = 'whsec_';

/** A new secret that serves both kinds of client: 256 random bits. */
export const createSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The keys that a secret stands for. */
export const keysOf = (secret: string): Buffer[] => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
  return [Buffer.from(secret, 'utf8'), ...(decoded.length > 0 ? [decoded] : [])];
};

/** The headers that prove a message: its id, the second it is sent in, and its signatures. */
export const signatureHeaders = (keys: Buffer[], message: { id: string; at: Date; body: string }) => {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, signed)}`).join(' '),
  };
};
