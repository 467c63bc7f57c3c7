/** Random tokens, hashes and encryption at rest. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ConfigError } from './config.ts';

const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random text of letters and digits (about 5.95 bits a character). */
export const randomText = (length: number, alphabet = alphanumeric): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * A token that says what it is and detects typing errors without a look-up: prefix, 37 random characters, and
 * 6 base62 characters of a CRC32 over them (contracts/billing-behaviour.md, section 12).
 */
export const createToken = (prefix: string): string => {
  const random = randomText(37);
  return `${prefix}${random}${checksum(random)}`;
};

/** Whether a text has the form and checksum of a token with this prefix. */
export const isToken = (prefix: string, text: string): boolean => {
  if (!text.startsWith(prefix) || text.length !== prefix.length + 43) return false;
  const random = text.slice(prefix.length, prefix.length + 37);
  return checksum(random) === text.slice(prefix.length + 37);
};

const checksum = (text: string): string => {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = base62[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
};

/** SHA-256 as lower-case hex: how bearer tokens are stored and looked up. */
export const sha256 = (text: string): string => hash('sha256', text);

/** HMAC-SHA-256 as standard base64. */
export const hmac = (key: string | Buffer, data: string): string =>
  createHmac('sha256', key).update(data).digest('base64');

/** Compares two texts in a time that does not depend on where they differ. */
export const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** `keyId` names the key that encrypts now: what it has encrypted begins with the name and a dot. */
export type Vault = {
  keyId: string;
  encrypt: (text: string) => string;
  decrypt: (sealed: string) => string;
};

/**
 * AES-256-GCM with a ring of keys (`id:base64,id:base64`): the first encrypts, all decrypt, so that keys can be
 * rotated. Sealed form: `id.iv.ciphertext.tag`, base64url. Throws on a forged or unknown text.
 */
export const createVault = (keys: string): Vault => {
  const given = keys.split(',').map((entry) => readKey(entry.trim()));
  const ring = new Map(given);
  // The later of two would hide the earlier, and what that has encrypted could not be read.
  if (ring.size < given.length)
    throw new ConfigError('environment variable ENCRYPTION_KEYS: each key needs an id of its own');
  const [first] = ring.keys();
  if (first === undefined)
    throw new ConfigError('environment variable ENCRYPTION_KEYS: needs at least one key');
  return {
    keyId: first,
    encrypt: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', ring.get(first) as Buffer, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [first, ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
        '.',
      );
    },
    decrypt: (text) => {
      const [id = '', iv = '', sealed = '', tag = ''] = text.split('.');
      const key = ring.get(id);
      if (!key) throw new Error(`no encryption key named ${id}`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
        // Without it a forger may choose a tag of four bytes.
        authTagLength: 16,
      });
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
  };
};

const readKey = (entry: string): [string, Buffer] => {
  const at = entry.indexOf(':');
  const key = Buffer.from(entry.slice(at + 1), 'base64');
  if (at < 1 || !/^[\w-]+$/.test(entry.slice(0, at)) || key.length !== 32)
    throw new ConfigError(
      'environment variable ENCRYPTION_KEYS: each key must be written id:base64 with 32 bytes',
    );
  return [entry.slice(0, at), key];
};
