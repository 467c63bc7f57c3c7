/**
 * Caches parsed Redis records in memory, each with its passport, until Redis sends an invalidation message (RESP3
 * client tracking): a revocation takes effect immediately, and a warm look-up costs no round trip and no parsing.
 */
import type { Logger } from '@tessera/kit/log';
import { LRUCache } from 'lru-cache';

/**
 * A record and the data derived from it. `text` is the value in Redis, null if the record came from its owner;
 * `passport` is minted again shortly before it expires.
 */
export type CacheEntry<Value> = {
  value: Value;
  text: string | null;
  passport: { text: string; goodUntil: number } | null;
};

/** Continues with a value: synchronously if it is there, else when the promise resolves. */
export const goOnWith = <Value, Result>(
  value: Value | Promise<Value>,
  work: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(work) : work(value));

export type RecordCache<Value> = {
  /** Returns the record of a key; synchronously if warm. Null: neither Redis nor the record's owner has it. */
  find: (key: string) => CacheEntry<Value> | Promise<CacheEntry<Value> | null>;
  /** Drops one key, or all (null). */
  drop: (key: string | null) => void;
  /** Returns the cached record of a key, without loading. */
  peek: (key: string) => CacheEntry<Value> | undefined;
  /**
   * Marks a record as doubtful: its owner has changed it, and the invalidation has not arrived yet. Until it does,
   * for two seconds at most, look-ups ask the owner, and Redis only if the owner is unavailable. Does nothing if the
   * entry was dropped meanwhile, because then the invalidation has arrived.
   */
  doubt: (key: string, entry: CacheEntry<Value>) => void;
};

const doubtMilliseconds = 2_000;

export type RecordCacheOptions<Value> = {
  read: (text: string) => Value;
  /** Asks the record's owner, who also fills Redis. */
  ask: (key: string) => Promise<Value | null>;
  most: number;
  get: (key: string) => Promise<string | null>;
  log: Logger;
};

/** Reads records that are not cached, each once for concurrent look-ups. `keep`: caches one that came from Redis. */
const createLoader = <Value>(
  { read, ask, get, log }: Omit<RecordCacheOptions<Value>, 'most'>,
  keep: (key: string, record: CacheEntry<Value>) => void,
) => {
  const loading = new Map<string, { isStale: boolean; result: Promise<CacheEntry<Value> | null> }>();
  const load = (key: string) => {
    const entry = { isStale: false, result: Promise.resolve<CacheEntry<Value> | null>(null) };
    entry.result = (async () => {
      try {
        const text = await get(key).catch((error: unknown) => {
          // Debug only: the connection has logged the outage already, and this happens with each request.
          log.debug({ err: error }, 'session store out of reach, asking the owner');
          return null;
        });
        // Only values from Redis are cached: after that read Redis reports each change. An owner's reply is for this
        // request; the owner has filled Redis, so that the next look-up finds it there.
        const value = text !== null ? read(text) : await ask(key);
        if (value === null) return null;
        const record: CacheEntry<Value> = { value, text, passport: null };
        if (text !== null && !entry.isStale) keep(key, record);
        return record;
      } finally {
        if (loading.get(key) === entry) loading.delete(key);
      }
    })();
    loading.set(key, entry);
    return entry.result;
  };
  return {
    load: (key: string) => loading.get(key)?.result ?? load(key),
    loadAgain: load,
    /** What is being read now is not cached; null: nothing of it. */
    outdate: (key: string | null): void => {
      const keys = key === null ? [...loading.keys()] : [key];
      for (const each of keys) {
        const entry = loading.get(each);
        if (entry) entry.isStale = true;
        loading.delete(each);
      }
    },
  };
};

/** Creates the cache for records of one kind. */
export const createRecordCache = <Value>({
  most,
  ...options
}: RecordCacheOptions<Value>): RecordCache<Value> => {
  const kept = new LRUCache<string, CacheEntry<Value>>({ max: most });
  const doubted = new LRUCache<string, true>({ max: most, ttl: doubtMilliseconds });
  const { load, loadAgain, outdate } = createLoader(options, (key, record) => kept.set(key, record));
  const askOwner = async (key: string): Promise<CacheEntry<Value> | null> => {
    const value = await options.ask(key);
    return value === null ? null : { value, text: null, passport: null };
  };
  return {
    find: (key) => {
      if (doubted.size > 0 && doubted.has(key)) return askOwner(key).catch(() => loadAgain(key));
      return kept.get(key) ?? load(key);
    },
    peek: (key) => kept.peek(key),
    doubt: (key, entry) => {
      if (kept.peek(key) !== entry) return;
      kept.delete(key);
      doubted.set(key, true);
    },
    drop: (key) => {
      if (key === null) kept.clear();
      else {
        kept.delete(key);
        doubted.delete(key);
      }
      outdate(key);
    },
  };
};
