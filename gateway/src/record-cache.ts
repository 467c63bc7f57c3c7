/**
 * Records of Redis kept parsed in memory, each with its passport, until Redis' own invalidation message drops it
 * (RESP3 client tracking): a revocation is seen at once, and a warm look-up costs no round trip and no parsing.
 */
import type { Logger } from '@tessera/kit/log';
import { LRUCache } from 'lru-cache';

/**
 * A record with what was made from it. `text` is what Redis holds, null when the record's owner told it;
 * `passport` is minted again shortly before it runs out.
 */
export type CacheEntry<Value> = {
  value: Value;
  text: string | null;
  passport: { text: string; goodUntil: number } | null;
};

/** Goes on with a value: at once when it is there, else when it comes. Whatever is warm waits for nothing. */
export const goOnWith = <Value, Result>(
  value: Value | Promise<Value>,
  work: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(work) : work(value));

export type RecordCache<Value> = {
  /** What is kept under a key; at once when warm. Null: neither Redis nor the record's owner knows it. */
  find: (key: string) => CacheEntry<Value> | Promise<CacheEntry<Value> | null>;
  /** Forgets one key, or everything. */
  drop: (key: string | null) => void;
  /** What is in memory under a key. */
  peek: (key: string) => CacheEntry<Value> | undefined;
  /**
   * The owner has changed this record and Redis has not told of it yet: until it does, for two seconds at most, the
   * owner is asked, and only if that is away Redis. Nothing happens when the entry was dropped meanwhile: then Redis has told.
   */
  doubt: (key: string, entry: CacheEntry<Value>) => void;
};

const doubtMilliseconds = 2_000;

export type RecordCacheOptions<Value> = {
  read: (text: string) => Value;
  /** Asks the record's owner, who also warms Redis. */
  ask: (key: string) => Promise<Value | null>;
  most: number;
  get: (key: string) => Promise<string | null>;
  log: Logger;
};

/** Keeps the records of one kind. */
export const createRecordCache = <Value>({
  read,
  ask,
  most,
  get,
  log,
}: RecordCacheOptions<Value>): RecordCache<Value> => {
  const kept = new LRUCache<string, CacheEntry<Value>>({ max: most });
  const doubted = new LRUCache<string, true>({ max: most, ttl: doubtMilliseconds });
  const loading = new Map<string, { isStale: boolean; result: Promise<CacheEntry<Value> | null> }>();
  const load = (key: string) => {
    const entry = { isStale: false, result: Promise.resolve<CacheEntry<Value> | null>(null) };
    entry.result = (async () => {
      try {
        const text = await get(key).catch((error: unknown) => {
          // The connection has told of it; here it would be told with each request.
          log.debug({ err: error }, 'session store out of reach, asking the owner');
          return null;
        });
        // Only what Redis answered is kept: from that read on it tells of each change. An owner's answer is for this
        // request; the owner has warmed Redis, so the next one finds it there.
        const value = text !== null ? read(text) : await ask(key);
        if (value === null) return null;
        const record: CacheEntry<Value> = { value, text, passport: null };
        if (text !== null && !entry.isStale) kept.set(key, record);
        return record;
      } finally {
        if (loading.get(key) === entry) loading.delete(key);
      }
    })();
    loading.set(key, entry);
    return entry.result;
  };
  const askOwner = async (key: string): Promise<CacheEntry<Value> | null> => {
    const value = await ask(key);
    return value === null ? null : { value, text: null, passport: null };
  };
  return {
    find: (key) => {
      if (doubted.size > 0 && doubted.has(key)) return askOwner(key).catch(() => load(key));
      return kept.get(key) ?? loading.get(key)?.result ?? load(key);
    },
    peek: (key) => kept.peek(key),
    doubt: (key, entry) => {
      if (kept.peek(key) !== entry) return;
      kept.delete(key);
      doubted.set(key, true);
    },
    drop: (key) => {
      if (key === null) {
        kept.clear();
        for (const entry of loading.values()) entry.isStale = true;
        loading.clear();
        return;
      }
      kept.delete(key);
      doubted.delete(key);
      const entry = loading.get(key);
      if (entry) entry.isStale = true;
      loading.delete(key);
    },
  };
};
