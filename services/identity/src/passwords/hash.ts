/** Password hashes (contracts/auth.md, section 3): `<salt hex>:<key hex>`, scrypt with the hex text as salt. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { kitErrors } from '@tessera/kit/errors';
import { Piscina } from 'piscina';
import { type DeriveKey, passwordCost } from './derive-key.ts';

/**
 * Each hash takes 32 MiB and a whole core for a while. The worker threads have low priority, so that many sign-ins do
 * not slow down requests of users who are already signed in.
 */
const threads = new Piscina<DeriveKey, Uint8Array | null>({
  filename: new URL('./derive-key.ts', import.meta.url).href,
  name: 'deriveKey',
  minThreads: 0,
  maxThreads: Math.max(1, Math.min(3, availableParallelism())),
  maxQueue: 500,
  idleTimeout: 30_000,
  niceIncrement: 10,
});

/** Number of hashes that this process has computed. */
export const countHashes = (): number => threads.completed;

export type Passwords = {
  /** Hashes a password with a new salt. Throws ServiceUnavailable if the queue is full, or too slow. */
  hash: (password: string) => Promise<string>;
  /**
   * Whether a password matches a stored hash, in constant time. For null (no such user, no password set) it does the
   * same work, so that the response time reveals nothing.
   */
  verify: (stored: string | null, password: string) => Promise<boolean>;
};

/**
 * `cost`: scrypt's N. Hashes do not contain it: a hash made with another cost matches no password. `patience`: how long a
 * hash waits in the queue. Without it, threads that fall behind would only work for callers whom the gateway has answered
 * already (after 30 seconds), and nobody could sign in until the queue is empty.
 */
export const createPasswords = (cost = passwordCost, patience = 20_000): Passwords => {
  const deriveKey = async (password: string, salt: string): Promise<Uint8Array> => {
    if (threads.queueSize >= threads.options.maxQueue) throw kitErrors.ServiceUnavailable();
    const until = Date.now() + patience;
    const key = await threads.run({ password: password.normalize('NFKC'), salt, cost, until });
    if (key === null) throw kitErrors.ServiceUnavailable();
    return key;
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
