/**
 * Rate limits (contracts/auth.md, section 7), counted in Redis so that they hold across replicas, unless the options
 * want each gateway to count for itself.
 */
import type { Logger } from '@tessera/kit/log';
import type { Settings } from './config.ts';
import { createAsk, type Tracked } from './redis.ts';

export type Rule = { window: number; max: number };

const strict: Rule = { window: 10, max: 3 };
const strictPaths = ['/sign-in', '/sign-up', '/change-password', '/change-email'];

/** The rule of a path below its base path: a custom one, the strict one of credentials, or the default. Null: none. */
export const ruleOf = (path: string, limits: Settings['rateLimit']): Rule | null => {
  for (const [pattern, rule] of Object.entries(limits.customRules))
    if (fits(pattern, path)) return rule === false ? null : rule;
  return strictPaths.some((prefix) => path.startsWith(prefix))
    ? strict
    : { window: limits.window, max: limits.max };
};

const fits = (pattern: string, path: string): boolean => {
  if (!pattern.includes('*')) return pattern === path;
  const escaped = pattern.split('*').map((part) => part.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('.*')}$`).test(path);
};

// The window runs from the last allowed request. One round trip, one key: atomic across replicas.
const script = `
local state = redis.call('HMGET', KEYS[1], 'count', 'last')
local count, last = tonumber(state[1]) or 0, tonumber(state[2]) or 0
local now, window, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if now - last < window and count >= max then return last + window - now end
if now - last > window then count = 0 end
redis.call('HSET', KEYS[1], 'count', count + 1, 'last', now)
redis.call('PEXPIRE', KEYS[1], window * 2)
return 0`;

/** Counts a request. Answers 0 when it may pass, else how many whole seconds the caller should wait. */
export type Limiter = (address: string, path: string, now: Date) => Promise<number>;

/** Counts a request of a key. Answers seconds to wait, or 0. */
type Count = (key: string, now: Date, rule: Rule) => Promise<number> | number;

/** Counts where the options say so. */
export const createLimiter = (redis: Tracked, limits: Settings['rateLimit'], log: Logger): Limiter => {
  const count = limits.storage === 'memory' ? countInMemory() : countInRedis(redis, log);
  return async (address, path, now) => {
    const rule = limits.enabled && address !== '' ? ruleOf(path, limits) : null;
    return rule ? count(`limit:${networkOf(address)}:${path}`, now, rule) : 0;
  };
};

/** More than one process meets in a window; beyond that those are forgotten first that were counted first. */
const mostKept = 100_000;

const countInMemory = (): Count => {
  const kept = new Map<string, { count: number; last: number }>();
  return (key, now, { window, max }) => {
    const time = now.getTime();
    const { count, last } = kept.get(key) ?? { count: 0, last: 0 };
    const passed = time - last;
    if (passed < window * 1000 && count >= max) return Math.ceil((window * 1000 - passed) / 1000);
    kept.delete(key);
    kept.set(key, { count: passed > window * 1000 ? 1 : count + 1, last: time });
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return 0;
  };
};

/**
 * Without Redis nothing is limited: being reachable matters more for as long as it is away. One that keeps silent is
 * waited for by a request now and then, not by each.
 */
const countInRedis = (redis: Tracked, log: Logger): Count => {
  const ask = createAsk(redis);
  let isAway = false;
  return async (key, now, { window, max }) => {
    const numbers = [now.getTime(), window * 1000, max].map(String);
    try {
      const wait = await ask((client) => client.eval(script, { keys: [key], arguments: numbers }));
      isAway = false;
      return Math.ceil(Number(wait) / 1000);
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'limits out of reach');
      isAway = true;
      return 0;
    }
  };
};

/** All of an IPv4 address, the network of an IPv6 one: its other half every customer chooses freely. */
const networkOf = (address: string): string =>
  address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::` : address;
