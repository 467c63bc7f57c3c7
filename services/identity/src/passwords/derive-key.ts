/** Computes one password hash (contracts/auth.md, section 3) in a worker thread. */
import { type ScryptOptions, scryptSync } from 'node:crypto';

/** Scrypt's N of every stored hash, as in the contract. */
export const passwordCost = 16_384;

const blockSize = 16;
const keyLength = 64;

/** A normalized password, the salt as hex text, and scrypt's N. */
export type DeriveKey = { password: string; salt: string; cost: number };

/** Returns the key, 64 bytes. */
export const deriveKey = ({ password, salt, cost }: DeriveKey): Uint8Array => {
  const options: ScryptOptions = { N: cost, r: blockSize, p: 1, maxmem: 128 * cost * blockSize * 2 };
  return new Uint8Array(scryptSync(password, salt, keyLength, options));
};
