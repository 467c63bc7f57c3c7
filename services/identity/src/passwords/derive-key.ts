/** The work of one password hash (contracts/auth.md, section 3), in a thread of its own. */
import { type ScryptOptions, scryptSync } from 'node:crypto';

const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const keyLength = 64;

/** A password in its normal form, and the salt as hex text. */
export type DeriveKey = { password: string; salt: string };

/** The key of 64 bytes. */
export const deriveKey = ({ password, salt }: DeriveKey): Uint8Array =>
  new Uint8Array(scryptSync(password, salt, keyLength, cost));
