/**
 * Counters in Redis, shared by all replicas; each step is one script and therefore atomic. Without Redis nothing is
 * counted and no one is refused: availability matters more during an outage, and the gateway's own limits use the
 * same Redis. Keys contain names and addresses as keyed hashes only.
 *
 * The gateway's limits know neither accounts nor outcomes, so this throttle adds a limit on password guesses
 * (contracts/auth.md, section 7). Guesses are limited per pair of account and address: an attacker locks out only
 * themselves, and the account's owner can still sign in from elsewhere (OWASP ASVS 5.0, v6.1.1 and v6.3.1). A total
 * per account holds only for addresses that its owner never came from.
 */
import { networkOf } from '@tessera/kit/http/network';
import type { Redis } from '@tessera/kit/redis';
import { hmac } from '@tessera/kit/secrets';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Limit of wrong guesses per account and address: more than anyone mistypes, and under a thousand a day. */
export const guesses = { most: 10, window: 15 * minute };

/**
 * Wrong guesses per account from all addresses within an hour that indicate a distributed attack. Until the hour is
 * over, each new address that has never signed in to the account gets only a few tries: enough for an owner who is
 * travelling, few for each address that an attacker pays for. Beyond `total` new addresses get none: however many an
 * attacker has, an account is guessed at most that often. The owner signs in where they did before, or anywhere after
 * resetting the password by mail, which makes the address known.
 */
export const attack = { most: 100, total: 300, window: 60 * minute, newAddressLimit: 3 };

/** Addresses from which the owner has signed in, in whatever way: how many are kept per account, and for how long. */
const known = { most: 20, life: 90 * day };

/** A password guess: the account as `accountOf` names it, and the client's address. */
export type Guess = { account: string; address: string };

/**
 * The outcome of a guess; `unjudged`: it was never checked, and does not count. `known`: no guess, the owner has signed
 * in from there.
 */
type Outcome = 'right' | 'wrong' | 'unjudged' | 'known';

export type Counts = {
  /**
   * Counts a guess before the password is checked, so that concurrent guesses cannot bypass the limit. Returns
   * milliseconds to wait, or 0.
   */
  begin: (guess: Guess, now: Date) => Promise<number>;
  /** Records the outcome. A right guess clears all wrong ones from its address. Callers need not wait for it. */
  end: (guess: Guess, outcome: Outcome, now: Date) => Promise<void>;
};

const beginning = `
local now, window, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local pair = redis.call('HMGET', KEYS[1], 'since', 'count', 'most')
local all = redis.call('HMGET', KEYS[2], 'since', 'count')
local allSince, allCount = tonumber(all[1]), tonumber(all[2]) or 0
if not allSince or now - allSince >= tonumber(ARGV[4]) then allSince, allCount = now, 0 end
local isNew = allCount >= tonumber(ARGV[5]) and not redis.call('ZSCORE', KEYS[3], ARGV[7])
if isNew and allCount >= tonumber(ARGV[8]) then return allSince + tonumber(ARGV[4]) - now end
local since, count = tonumber(pair[1]), tonumber(pair[2]) or 0
if not since or now - since >= window then
  since, count = now, 0
  if isNew then most = tonumber(ARGV[6]) end
else
  most = tonumber(pair[3])
end
if count >= most then return since + window - now end
redis.call('HSET', KEYS[1], 'since', since, 'count', count + 1, 'most', most)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('HSET', KEYS[2], 'since', allSince, 'count', allCount + 1)
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 0`;

const ending = `
for index = 1, ARGV[1] == 'known' and 0 or 2 do
  local count = tonumber(redis.call('HGET', KEYS[index], 'count')) or 0
  if count > 1 then redis.call('HSET', KEYS[index], 'count', count - 1) else redis.call('DEL', KEYS[index]) end
end
if ARGV[1] == 'unjudged' then return end
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - tonumber(ARGV[4]))
redis.call('PEXPIRE', KEYS[3], ARGV[5])`;

/** Creates the counters in a Redis. */
export const createCounts = (redis: Redis, key: Buffer): Counts => {
  const hash = (text: string): string => hmac(key, `attempts ${text}`);
  const run = async (script: string, keys: string[], values: (string | number)[]): Promise<unknown> => {
    if (!redis.isUp()) return null;
    try {
      return await redis.ask((client) => client.eval(script, { keys, arguments: values.map(String) }));
    } catch {
      return null;
    }
  };
  const keysOf = ({ account, address }: Guess) => {
    // The braces (hash tag) keep the keys of an account in one slot of a Redis cluster.
    const key = `attempts:{${hash(account.toLowerCase())}}`;
    const network = hash(networkOf(address));
    return { keys: [`${key}:${network}`, key, `${key}:known`], network };
  };
  return {
    begin: async (guess, now) => {
      const { keys, network } = keysOf(guess);
      const limits = [guesses.window, guesses.most, attack.window, attack.most, attack.newAddressLimit];
      return Number(await run(beginning, keys, [now.getTime(), ...limits, network, attack.total]));
    },
    end: async (guess, outcome, now) => {
      if (outcome === 'wrong') return;
      const { keys, network } = keysOf(guess);
      await run(ending, keys, [outcome, now.getTime(), network, known.most, known.life]);
    },
  };
};
