/**
 * Identity's connection to Redis. What lies there is never the truth: Redis may be slow, gone or emptied, and then a
 * command fails at once instead of holding anyone up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@tessera/kit/log';
import { createClient } from 'redis';

const answerMilliseconds = 300;
const pauseMilliseconds = 1_000;

const openClient = (url: string) =>
  createClient({
    url,
    RESP: 3,
    disableOfflineQueue: true,
    pingInterval: 5_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 15_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1_000),
    },
  });

export type RedisClient = ReturnType<typeof openClient>;

export type Redis = {
  /** Runs a command. Throws when Redis is away, or has not answered in time and may yet do what it was told. */
  ask: <Answer>(command: (client: RedisClient) => Promise<Answer>) => Promise<Answer>;
  isUp: () => boolean;
  /** Called when Redis has missed something, or may have. */
  onLost: (listener: () => void) => void;
  /** Called whenever Redis is there again. */
  onReturn: (listener: () => void) => void;
  stop: () => Promise<void>;
};

/** Connects in the background: a Redis that is down neither stops the start nor a sign-in. */
export const connectRedis = (url: string, log: Logger): Redis => {
  const client = openClient(url);
  const lost: (() => void)[] = [];
  const returned: (() => void)[] = [];
  let isLost = false;
  let pausedUntil = 0;
  const tell = (listeners: (() => void)[]): void => {
    for (const listener of listeners) listener();
  };
  client.on('error', (error: Error) => {
    tell(lost);
    if (!isLost)
      log.warn({ err: error }, 'redis lost: sessions are read from the database, guesses not counted');
    isLost = true;
  });
  client.on('ready', () => {
    isLost = false;
    pausedUntil = 0;
    tell(lost);
    tell(returned);
  });
  client.connect().catch((error: unknown) => log.warn({ err: error }, 'redis is not there yet'));

  const isUp = (): boolean => client.isReady && performance.now() >= pausedUntil;
  return {
    /** A Redis that does not answer in time is left alone for a second, so that not every request waits for it. */
    ask: async (command) => {
      if (!isUp()) throw new Error('redis is away');
      const answer = command(client);
      answer.catch(() => undefined);
      const timer = new AbortController();
      const late = delay(answerMilliseconds, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`redis did not answer within ${answerMilliseconds} ms`);
      });
      try {
        return await Promise.race([answer, late]);
      } catch (error) {
        if (isUp()) log.warn({ err: error }, 'redis did not do what it was asked');
        pausedUntil = performance.now() + pauseMilliseconds;
        tell(lost);
        throw error;
      } finally {
        late.catch(() => undefined);
        timer.abort();
      }
    },
    isUp,
    onLost: (listener) => void lost.push(listener),
    onReturn: (listener) => void returned.push(listener),
    stop: async () => {
      client.destroy();
    },
  };
};
