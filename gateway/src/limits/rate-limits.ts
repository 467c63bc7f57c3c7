/**
 * Rate limits (contracts/auth.md, section 7), counted in Redis so that they apply across replicas, unless the options
 * make each gateway count for itself.
 */
import { networkOf } from '@tessera/kit/http/network';
import type { Logger } from '@tessera/kit/log';
import type { Redis } from '@tessera/kit/redis';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config.ts';
import { billingBase, isBelow } from '../routes.ts';

export type Rule = { window: number; max: number };

const strict: Rule = { window: 10, max: 3 };
/** Anyone may register OAuth clients, and each creates a row. */
const registrations: Rule = { window: 60, max: 20 };
const registration = `${billingBase}/v1/oauth2/register`;
const strictPaths = ['/sign-in', '/sign-up', '/change-password', '/change-email'];

/**
 * Returns the rule of a path below its base path: a custom rule, a strict one for credentials or registrations, or
 * the default. Null: unlimited.
 */
export const ruleOf = (path: string, limits: Settings['rateLimit']): Rule | null => {
  for (const [pattern, rule] of Object.entries(limits.customRules))
    if (fits(pattern, path)) return rule === false ? null : rule;
  if (path === registration) return registrations;
  return strictPaths.some((prefix) => path.startsWith(prefix))
    ? strict
    : { window: limits.window, max: limits.max };
};

const fits = (pattern: string, path: string): boolean => {
  if (!pattern.includes('*')) return pattern === path;
  const escaped = pattern.split('*').map((part) => part.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('.*')}$`).test(path);
};

/** The rule of an address over all paths together; null if the path's own rule allows a higher rate. */
const totalOf = (rule: Rule, total: Rule): Rule | null =>
  rule.max / rule.window > total.max / total.window ? null : total;

// Counts both keys in one atomic round trip; a request that one of them refuses counts for neither.
const script = `
local now = tonumber(ARGV[1])
local counts, starts = {}, {}
for i, key in ipairs(KEYS) do
  local window, max, isSteady = tonumber(ARGV[i * 3 - 1]), tonumber(ARGV[i * 3]), ARGV[i * 3 + 1] == '1'
  local state = redis.call('HMGET', key, 'count', 'last')
  local count, last = tonumber(state[1]) or 0, tonumber(state[2]) or 0
  if now - last < window and count >= max then return last + window - now end
  if now - last > window then count = 0 end
  counts[i] = count + 1
  starts[i] = isSteady and count > 0 and last or now
end
for i, key in ipairs(KEYS) do
  redis.call('HSET', key, 'count', counts[i], 'last', starts[i])
  redis.call('PEXPIRE', key, tonumber(ARGV[i * 3 - 1]) * 2)
end
return 0`;

/**
 * Counts a request. Returns 0 if it may pass, else the whole seconds to wait. `path` selects the rule, `counted` is
 * the key of the counter (default: the path).
 */
export type Limiter = (address: string, path: string, now: Date, counted?: string) => Promise<number>;

/**
 * A key and its rule. The auth contract's window starts with the last request that passed, so that a caller who never
 * pauses is refused eventually. With `isSteady` the window starts with its first request: sellers' servers, or many
 * people behind one address, send at a steady rate all the time.
 */
type Counted = { key: string; rule: Rule; isSteady: boolean };

/** Counts a request for all keys, or for none. Returns seconds to wait, or 0. */
type Count = (now: Date, all: Counted[]) => Promise<number> | number;

/** The limits: the auth contract's by path, and ours by address. */
export type LimitOptions = { limits: Settings['rateLimit']; total: Rule };

/** Creates the limiter, in memory or in Redis as the options say. */
export const createLimiter = (redis: Redis, { limits, total }: LimitOptions, log: Logger): Limiter => {
  const count = limits.storage === 'memory' ? countInMemory() : countInRedis(redis, log);
  return async (address, path, now, counted = path) => {
    const rule = limits.enabled && address !== '' ? ruleOf(path, limits) : null;
    if (!rule) return 0;
    const network = networkOf(address);
    const all = totalOf(rule, total);
    return count(now, [
      { key: `limit:${network}:${counted}`, rule, isSteady: isBelow(billingBase, path) },
      ...(all ? [{ key: `limit:${network}`, rule: all, isSteady: true }] : []),
    ]);
  };
};

/** More keys than one process sees in a window; beyond that the least recently counted are evicted. */
const maxKept = 100_000;

const countInMemory = (): Count => {
  const kept = new LRUCache<string, { count: number; last: number }>({ max: maxKept });
  const waitOf = (time: number, { key, rule }: Counted): number => {
    const { count, last } = kept.get(key) ?? { count: 0, last: 0 };
    const rest = rule.window * 1000 - (time - last);
    return rest > 0 && count >= rule.max ? Math.ceil(rest / 1000) : 0;
  };
  return (now, all) => {
    const time = now.getTime();
    const wait = Math.max(...all.map((counted) => waitOf(time, counted)));
    if (wait > 0) return wait;
    for (const { key, rule, isSteady } of all) {
      const { count, last } = kept.get(key) ?? { count: 0, last: 0 };
      const before = time - last > rule.window * 1000 ? 0 : count;
      kept.set(key, { count: before + 1, last: isSteady && before > 0 ? last : time });
    }
    return 0;
  };
};

const argumentsOf = ({ rule, isSteady }: Counted): number[] => [
  rule.window * 1000,
  rule.max,
  Number(isSteady),
];

/**
 * Without Redis nothing is limited: availability matters more during an outage. If Redis does not answer, only an
 * occasional request waits for it.
 */
const countInRedis = (redis: Redis, log: Logger): Count => {
  let isAway = false;
  return async (now, all) => {
    const keys = all.map(({ key }) => key);
    const numbers = [now.getTime(), ...all.flatMap(argumentsOf)].map(String);
    try {
      const wait = await redis.ask((client) => client.eval(script, { keys, arguments: numbers }));
      isAway = false;
      return Math.ceil(Number(wait) / 1000);
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'limits out of reach');
      isAway = true;
      return 0;
    }
  };
};
