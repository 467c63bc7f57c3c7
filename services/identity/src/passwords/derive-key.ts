/** Computes one password hash (contracts/auth.md, section 3) in a worker thread. */
import { type ScryptOptions, scryptSync } from 'node:crypto';

/** Scrypt's N of every stored hash, as in the contract. */
export const passwordCost = 16_384;

const blockSize = 16;
const keyLength = 64;

/** A normalized password, the salt as hex text, scrypt's N, and until when (epoch, milliseconds) to begin. */
export type DeriveKey = { password: string; salt: string; cost: number; until: number };

/** Returns the key, 64 bytes; null if its turn came too late. */
export const deriveKey = ({ password, salt, cost, until }: DeriveKey): Uint8Array | null => {
  if (Date.now() > until) return null;
  const options: ScryptOptions = { N: cost, r: blockSize, p: 1, maxmem: 128 * cost * blockSize * 2 };
  return new Uint8Array(scryptSync(password, salt, keyLength, options));
};
