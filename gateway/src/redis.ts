/** The gateway's connection to Redis: it tells what has changed, and nobody waits for it long. */
import type { Logger } from '@tessera/kit/log';
import { within } from '@tessera/kit/within';
import { createClient } from 'redis';

/** Both and what an owner takes to answer stay below the second in which an ended session is refused. */
const beatMilliseconds = 250;
const silenceMilliseconds = 450;
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

/** Connections that do not answer beats: nobody needs to wait to find that out again. */
const silent = new WeakSet<object>();

/**
 * Asks again and again whether Redis is there. From one that has stopped, or beyond a broken wire, nothing comes: also no
 * word of a session that has ended, so that nothing kept may be believed.
 */
const createBeat = (
  redis: { isReady: boolean; ping: () => Promise<unknown> },
  changed: (key: null) => void,
) => {
  let askedAt: number | null = null;
  const judge = (): void => {
    if (askedAt === null) return;
    silent.add(redis);
    changed(null);
  };
  return (): void => {
    if (!redis.isReady) return;
    if (askedAt !== null) {
      // After a pause of this process the answer may be here and unread: it is read before it is missed.
      if (performance.now() - askedAt >= silenceMilliseconds) setImmediate(judge);
      return;
    }
    askedAt = performance.now();
    const answered = (): void => {
      askedAt = null;
      silent.delete(redis);
    };
    redis.ping().then(answered, answered);
  };
};

/** Runs one command, and throws when Redis is away or does not answer in time. */
export type Ask = <Answer>(command: (redis: Tracked) => Promise<Answer>) => Promise<Answer>;

/** A Redis that does not answer in time is left alone for a second, so that not every request waits for it. */
export const createAsk = (redis: Tracked): Ask => {
  let pausedUntil = 0;
  return async (command) => {
    if (silent.has(redis) || performance.now() < pausedUntil) throw new Error('redis keeps silent');
    try {
      return await within(answerMilliseconds, command(redis), 'redis did not answer in time');
    } catch (error) {
      pausedUntil = performance.now() + pauseMilliseconds;
      throw error;
    }
  };
};
