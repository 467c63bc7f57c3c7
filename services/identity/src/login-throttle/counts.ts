/**
 * Counts in Redis, so that they hold across replicas; each step is one script, and so atomic. Without Redis nothing
 * is counted and nobody is refused: being reachable matters more for as long as it is away, and the gateway's own
 * limits stand on the same Redis. Names and addresses stand in keys as keyed hashes only.
 *
 * How often a password may be guessed stands behind the gateway's limits, which know neither accounts nor what came of
 * a request (contracts/auth.md, section 7). Guessing is bounded for each pair of account and address, never for an
 * account alone: whoever guesses shuts out nobody but themselves, and the owner of an account can sign in at once from
 * wherever they are (OWASP ASVS 5.0, v6.1.1 and v6.3.1).
 */

import { networkOf } from '@tessera/kit/network';
import type { Redis } from '@tessera/kit/redis';
import { hmac } from '@tessera/kit/secrets';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Wrong guesses from one address: more than anyone mistypes, and under a thousand a day for who goes on for ever. */
export const guesses = { most: 10, window: 15 * minute };

/**
 * Wrong guesses for one account from everywhere: so many in an hour are no person's, but an attack from many
 * addresses. Until the hour is over each address that starts to guess, and has never signed in to the account, gets
 * only a few tries: enough for an owner on the way, and little for each address that an attacker has to pay for.
 */
export const attack = { most: 100, window: 60 * minute, newAddressLimit: 3 };

/** Addresses from which the owner has signed in: as many as a person uses, for as long as providers keep them. */
export const known = { most: 20, life: 90 * day };

/** A password for an account, as `accountOf` names it, and where the guess came from. */
export type Guess = { account: string; address: string };

/** What came of a guess; `unjudged`: nobody found out, so that it counts for nothing. */
export type Outcome = 'right' | 'wrong' | 'unjudged';

export type Counts = {
  /** Counts a guess before it is judged, so that many at once are no way around. Answers milliseconds to wait, or 0. */
  begin: (guess: Guess, now: Date) => Promise<number>;
  /** Says what came of it. A right guess takes back all wrong ones from its address. Nobody has to wait for this. */
  end: (guess: Guess, outcome: Outcome, now: Date) => Promise<void>;
};

const beginning = `
local now, window, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local pair = redis.call('HMGET', KEYS[1], 'since', 'count', 'most')
local all = redis.call('HMGET', KEYS[2], 'since', 'count')
local allSince, allCount = tonumber(all[1]), tonumber(all[2]) or 0
if not allSince or now - allSince >= tonumber(ARGV[4]) then allSince, allCount = now, 0 end
local since, count = tonumber(pair[1]), tonumber(pair[2]) or 0
if not since or now - since >= window then
  since, count = now, 0
  if allCount >= tonumber(ARGV[5]) and not redis.call('ZSCORE', KEYS[3], ARGV[7]) then most = tonumber(ARGV[6]) end
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
for index = 1, 2 do
  local count = tonumber(redis.call('HGET', KEYS[index], 'count')) or 0
  if count > 1 then redis.call('HSET', KEYS[index], 'count', count - 1) else redis.call('DEL', KEYS[index]) end
end
if ARGV[1] == 'unjudged' then return end
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - tonumber(ARGV[4]))
redis.call('PEXPIRE', KEYS[3], ARGV[5])`;

/** The counts of a Redis. */
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
    // The braces keep the keys of an account together where Redis is spread over several servers.
    const key = `attempts:{${hash(account.toLowerCase())}}`;
    const network = hash(networkOf(address));
    return { keys: [`${key}:${network}`, key, `${key}:known`], network };
  };
  return {
    begin: async (guess, now) => {
      const { keys, network } = keysOf(guess);
      const limits = [guesses.window, guesses.most, attack.window, attack.most, attack.newAddressLimit];
      return Number(await run(beginning, keys, [now.getTime(), ...limits, network]));
    },
    end: async (guess, outcome, now) => {
      if (outcome === 'wrong') return;
      const { keys, network } = keysOf(guess);
      await run(ending, keys, [outcome, now.getTime(), network, known.most, known.life]);
    },
  };
};
