/** Password hashes (contracts/auth.md, section 3): `<salt hex>:<key hex>`, scrypt with the hex text as salt. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { kitErrors } from '@tessera/kit/errors';
import { Piscina } from 'piscina';
import { type DeriveKey, passwordCost } from './derive-key.ts';

/**
 * Each hash takes 32 MiB and all of a core for a while. Threads of their own, of low priority: however many sign in,
 * who is signed in already is served first.
 */
const threads = new Piscina<DeriveKey, Uint8Array>({
  filename: new URL('./derive-key.ts', import.meta.url).href,
  name: 'deriveKey',
  minThreads: 0,
  maxThreads: Math.max(1, Math.min(3, availableParallelism())),
  maxQueue: 500,
  idleTimeout: 30_000,
  niceIncrement: 10,
});

/** How many hashes this process has computed. */
export const countHashes = (): number => threads.completed;

export type Passwords = {
  /** Hashes a password with a fresh salt. Throws ServiceUnavailable when too many wait already. */
  hash: (password: string) => Promise<string>;
  /**
   * Whether a password fits a stored hash, in constant time. Without a hash (nobody of that name, no password set)
   * the same work is done for nothing, so that the answer's time tells nothing.
   */
  verify: (stored: string | null, password: string) => Promise<boolean>;
};

/** `cost`: scrypt's N. A hash does not tell it: what was hashed at another cost fits no password. */
export const createPasswords = (cost = passwordCost): Passwords => {
  const deriveKey = async (password: string, salt: string): Promise<Uint8Array> => {
    if (threads.queueSize >= threads.options.maxQueue) throw kitErrors.ServiceUnavailable();
    return threads.run({ password: password.normalize('NFKC'), salt, cost });
  };
  return {
    hash: async (password) => {
      const salt = randomBytes(16).toString('hex');
      return `${salt}:${Buffer.from(await deriveKey(password, salt)).toString('hex')}`;
    },
    verify: async (stored, password) => {
      const [salt = '', key = ''] = (stored ?? '').split(':');
      const wanted = Buffer.from(key, 'hex');
      const given = await deriveKey(password, salt || randomBytes(16).toString('hex'));
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    },
  };
};
