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
import { z } from 'zod';

const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a random string of letters and digits (about 5.95 bits per character). */
export const randomText = (length: number, alphabet = alphanumeric): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * Creates a token whose prefix tells its kind and whose checksum detects typing errors without a lookup: prefix, 37
 * random characters, and 6 base62 characters of their CRC32 (contracts/billing-behaviour.md, section 12).
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

/** SHA-256 as lower-case hex; bearer tokens are stored and looked up by it. */
export const sha256 = (text: string): string => hash('sha256', text);

/** HMAC-SHA-256 as standard base64, or in the alphabet of URLs. */
export const hmac = (
  key: string | Buffer,
  data: string,
  encoding: 'base64' | 'base64url' = 'base64',
): string => createHmac('sha256', key).update(data).digest(encoding);

/** Compares two strings in constant time (for equal lengths). */
export const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Signs texts by `hmac`, and compares signatures in constant time. */
export const signerOf = (key: string | Buffer, encoding: 'base64' | 'base64url' = 'base64') => ({
  sign: (text: string): string => hmac(key, text, encoding),
  isSame: sameText,
});

type Key = [id: string, key: Buffer];

/** Keys of a vault as `id:base64,id:base64`. Throws an error that says how they must be written. */
const readKeys = (text: string): Key[] => {
  const keys = text.split(',').map((entry) => readKey(entry.trim()));
  // A duplicate id would replace the earlier key, and its texts could no longer be decrypted.
  if (new Map(keys).size < keys.length) throw new Error('each key needs an id of its own');
  return keys;
};

const readKey = (entry: string): Key => {
  const at = entry.indexOf(':');
  const key = Buffer.from(entry.slice(at + 1), 'base64');
  if (at < 1 || !/^[\w-]+$/.test(entry.slice(0, at)) || key.length !== 32)
    throw new Error('each key must be written id:base64 with 32 bytes');
  return [entry.slice(0, at), key];
};

/** The environment variable of a vault's keys. */
export const EncryptionKeys = z.string().superRefine((text, context) => {
  try {
    readKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

/** `keyId`: the id of the current key; texts that it encrypted begin with the id and a dot. */
export type Vault = {
  keyId: string;
  encrypt: (text: string) => string;
  decrypt: (sealed: string) => string;
};

/**
 * AES-256-GCM with a key ring (`id:base64,id:base64`): the first key encrypts, all decrypt, which allows rotation.
 * Format: `id.iv.ciphertext.tag`, base64url. `decrypt` throws if a text was tampered with or its key is unknown.
 */
export const createVault = (keys: string): Vault => {
  const given = readKeys(keys);
  const ring = new Map(given);
  const [first] = given[0] as Key;
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
        // Otherwise a forger could use a tag of four bytes.
        authTagLength: 16,
      });
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
  };
};
