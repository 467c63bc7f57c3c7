/** Password hashes (contracts/auth.md, section 3): `<salt hex>:<key hex>`, scrypt with the hex text as salt. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { kitErrors } from '@tessera/kit/errors';

const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const keyLength = 64;

/** Each hash takes 32 MiB and a thread of the pool; one thread stays free for names and files. */
const mostAtOnce = Math.max(1, Math.min(3, availableParallelism()));
const mostWaiting = 500;
let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password with a fresh salt. Throws ServiceUnavailable when too many wait already. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
};

/**
 * Whether a password fits a stored hash, in constant time. Without a hash (nobody of that name, no password set)
 * the same work is done for nothing, so that the answer's time tells nothing.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const [salt = '', key = ''] = (stored ?? '').split(':');
  const wanted = Buffer.from(key, 'hex');
  const given = await deriveKey(password, salt || randomBytes(16).toString('hex'));
  return wanted.length === keyLength && timingSafeEqual(wanted, given);
};

const deriveKey = async (password: string, salt: string): Promise<Buffer> => {
  await takeTurn();
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

const takeTurn = async (): Promise<void> => {
  if (running < mostAtOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= mostWaiting) throw kitErrors.ServiceUnavailable();
  // Whoever finishes hands its place on, so `running` does not change.
  await new Promise<void>((resolve) => void waiting.push(resolve));
};
