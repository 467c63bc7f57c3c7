/**
 * Records of Redis kept parsed in memory, each with its passport, until Redis' own invalidation message drops it
 * (RESP3 client tracking): a revocation is seen at once, and a warm look-up costs no round trip and no parsing.
 */
import type { Logger } from '@tessera/kit/log';
import { within } from '@tessera/kit/within';
import { createClient } from 'redis';

/**
 * A record with what was made from it. `text` is what Redis holds, null when the record's owner told it;
 * `passport` is minted again shortly before it runs out.
 */
export type Kept<Value> = {
  value: Value;
  text: string | null;
  passport: { text: string; goodUntil: number } | null;
};

export type Shelf<Value> = {
  /** What is kept under a key; at once when warm. Null: neither Redis nor the record's owner knows it. */
  find: (key: string) => Kept<Value> | Promise<Kept<Value> | null>;
  /** Forgets one key, or everything. */
  drop: (key: string | null) => void;
};

export type ShelfOptions<Value> = {
  read: (text: string) => Value;
  /** Asks the record's owner, who also warms Redis. */
  ask: (key: string) => Promise<Value | null>;
  most: number;
  get: (key: string) => Promise<string | null>;
  log: Logger;
};

/** Keeps the records of one kind. */
export const createShelf = <Value>({ read, ask, most, get, log }: ShelfOptions<Value>): Shelf<Value> => {
  const kept = new Map<string, Kept<Value>>();
  const loading = new Map<string, { isStale: boolean; result: Promise<Kept<Value> | null> }>();
  const load = (key: string) => {
    const entry = { isStale: false, result: Promise.resolve<Kept<Value> | null>(null) };
    entry.result = (async () => {
      try {
        const text = await get(key).catch((error: unknown) => {
          log.warn({ err: error }, 'session store out of reach, asking the owner');
          return null;
        });
        // Only what Redis answered is kept: from that read on it tells of each change. An owner's answer is for this
        // request; the owner has warmed Redis, so the next one finds it there.
        const value = text !== null ? read(text) : await ask(key);
        if (value === null) return null;
        const record: Kept<Value> = { value, text, passport: null };
        if (text !== null && !entry.isStale) keep(key, record);
        return record;
      } finally {
        if (loading.get(key) === entry) loading.delete(key);
      }
    })();
    loading.set(key, entry);
    return entry.result;
  };
  const keep = (key: string, record: Kept<Value>): void => {
    const oldest = kept.size >= most ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, record);
  };
  return {
    find: (key) => kept.get(key) ?? loading.get(key)?.result ?? load(key),
    drop: (key) => {
      if (key === null) {
        kept.clear();
        for (const entry of loading.values()) entry.isStale = true;
        loading.clear();
        return;
      }
      kept.delete(key);
      const entry = loading.get(key);
      if (entry) entry.isStale = true;
      loading.delete(key);
    },
  };
};

const beatMilliseconds = 2_000;
const answerMilliseconds = 300;
const pauseMilliseconds = 1_000;

/**
 * A Redis connection that tells of every change to what was read through it. A connection that is lost, or carries
 * nothing any more, tells `null`.
 */
export const connectTracked = async (url: string, log: Logger, changed: (key: string | null) => void) => {
  const redis = createClient({
    url,
    RESP: 3,
    emitInvalidate: true,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2_000) },
  });
  redis.on('invalidate', (key: string | Buffer | null) => changed(key === null ? null : key.toString()));
  redis.on('error', (error: unknown) => {
    changed(null);
    log.warn({ err: error }, 'session store connection lost');
  });
  for (const event of ['reconnecting', 'ready', 'end']) redis.on(event, () => changed(null));
  // A gateway starts without Redis too: it asks the owners until the store is back.
  void redis.connect().catch(() => undefined);
  const beat = setInterval(createBeat(redis, changed), beatMilliseconds).unref();
  redis.once('end', () => clearInterval(beat));
  return redis;
};

export type Tracked = Awaited<ReturnType<typeof connectTracked>>;

/**
 * Asks again and again whether Redis is there. From one that has stopped, or beyond a broken wire, nothing comes: also no
 * word of a session that has ended, so that nothing kept may be believed.
 */
const createBeat = (
  redis: { isReady: boolean; ping: () => Promise<unknown> },
  changed: (key: null) => void,
) => {
  let isAsked = false;
  return (): void => {
    if (!redis.isReady) return;
    if (isAsked) return changed(null);
    isAsked = true;
    const answered = (): void => {
      isAsked = false;
    };
    redis.ping().then(answered, answered);
  };
};

/** Reads one key. A Redis that does not answer in time is left alone for a second, so that not every request waits. */
export const createReader = (redis: Pick<Tracked, 'get'>): ((key: string) => Promise<string | null>) => {
  let pausedUntil = 0;
  return async (key) => {
    if (performance.now() < pausedUntil) throw new Error('redis keeps silent');
    try {
      return await within(answerMilliseconds, redis.get(key), 'redis did not answer in time');
    } catch (error) {
      pausedUntil = performance.now() + pauseMilliseconds;
      throw error;
    }
  };
};
