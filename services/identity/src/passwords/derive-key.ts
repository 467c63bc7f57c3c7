/** The work of one password hash (contracts/auth.md, section 3), in a thread of its own. */
import { type ScryptOptions, scryptSync } from 'node:crypto';

/** Scrypt's N of every stored hash: the contract's. */
export const passwordCost = 16_384;

const blockSize = 16;
const keyLength = 64;

/** A password in its normal form, the salt as hex text, and scrypt's N. */
export type DeriveKey = { password: string; salt: string; cost: number };

/** The key of 64 bytes. */
export const deriveKey = ({ password, salt, cost }: DeriveKey): Uint8Array => {
  const options: ScryptOptions = { N: cost, r: blockSize, p: 1, maxmem: 128 * cost * blockSize * 2 };
  return new Uint8Array(scryptSync(password, salt, keyLength, options));
};
