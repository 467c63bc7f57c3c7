/**
 * A process's connection to Redis, which is never the source of truth: it may be slow, unreachable or emptied, and
 * commands then fail fast.
 */
import { createClient } from 'redis';
import { backoff } from './background/backoff.ts';
import type { Logger } from './log.ts';

const answerMilliseconds = 300;
const pauseMilliseconds = 1_000;
/** Both, plus an owner's response time, stay below the one second within which an ended session must be refused. */
const beatMilliseconds = 250;
const silenceMilliseconds = 450;

const openClient = (url: string, isTracked: boolean) =>
  createClient({
    url,
    RESP: 3,
    emitInvalidate: isTracked,
    // A queued write could be applied after the change that must undo it.
    disableOfflineQueue: true,
    pingInterval: 5_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 15_000,
      reconnectStrategy: (retries) => backoff(retries + 1, { first: 50, most: 1_000 }),
    },
  });

export type RedisClient = ReturnType<typeof openClient>;

export type Redis = {
  /** Runs a command. Throws if Redis is unavailable, or too slow: then the command may still be executed. */
  ask: <Answer>(command: (client: RedisClient) => Promise<Answer>) => Promise<Answer>;
  /** Whether `ask` is worth a try. */
  isUp: () => boolean;
  /** Resolves when Redis answers; for readiness. */
  check: () => Promise<unknown>;
  /** Registers a listener for errors, timeouts and reconnects, when Redis may have missed writes. */
  onLost: (listener: () => void) => void;
  /** Registers a listener for when Redis is available again. */
  onReturn: (listener: () => void) => void;
  stop: () => Promise<void>;
};

export type RedisOptions = {
  url: string;
  log: Logger;
  /**
   * Called with each key that was read through this connection and has changed since; with null when the connection
   * is lost, silent or unused, so that every cached value must be dropped.
   */
  changed?: (key: string | null) => void;
  /** Milliseconds without a command after which the connection counts as unused. Default 10,000. */
  unusedAfter?: number;
};

/** Connects in the background: a start never waits for Redis. */
export const connectRedis = ({ url, log, changed, unusedAfter = 10_000 }: RedisOptions): Redis => {
  const client = openClient(url, changed !== undefined);
  const lost: (() => void)[] = [];
  const returned: (() => void)[] = [];
  let isLost = false;
  /** Unresponsive, and logged once until it answers again. */
  let isMute = false;
  let pausedUntil = 0;
  const notify = (listeners: (() => void)[]): void => {
    for (const listener of listeners) listener();
  };
  client.on('error', (error: Error) => {
    notify(lost);
    if (!isLost) log.warn({ err: error }, 'redis connection lost');
    isLost = true;
  });
  client.on('ready', () => {
    isLost = false;
    pausedUntil = 0;
    notify(lost);
    notify(returned);
  });
  const pulse = changed && watch(client, { changed, unusedAfter });
  client.connect().catch((error: unknown) => log.warn({ err: error }, 'redis is not there yet'));
  const isUp = (): boolean => client.isReady && performance.now() >= pausedUntil && !pulse?.isSilent();
  return {
    /** After a timeout Redis is skipped for a second, so that not every request waits for it. */
    ask: async (command) => {
      pulse?.used();
      if (!isUp()) throw new Error('redis is away');
      try {
        const answer = await inTime(command(client));
        isMute = false;
        return answer;
      } catch (error) {
        if (isUp() && !isMute) log.warn({ err: error }, 'redis did not do what it was asked');
        isMute = true;
        pausedUntil = performance.now() + pauseMilliseconds;
        notify(lost);
        throw error;
      }
    },
    isUp,
    check: () => client.ping(),
    onLost: (listener) => void lost.push(listener),
    onReturn: (listener) => void returned.push(listener),
    stop: async () => {
      if (client.isOpen) client.destroy();
    },
  };
};

/**
 * Resolves with the response, or rejects after the timeout. A process that was suspended may not have sent the
 * command or read the response yet: it waits once more.
 */
const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let hasSlept = false;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const begun = performance.now();
      timer = setTimeout(() => {
        const isAsleep = performance.now() - begun > 1.5 * answerMilliseconds;
        if (hasSlept || !isAsleep) return void setImmediate(late);
        hasSlept = true;
        wait();
      }, answerMilliseconds);
    };
    const late = (): void => reject(new Error(`redis did not answer within ${answerMilliseconds} ms`));
    wait();
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** `isSilent`: Redis does not answer now. `used`: to be called before each command. */
type Pulse = { isSilent: () => boolean; used: () => void };

/**
 * Passes on invalidations, and pings regularly while values may be cached: a stopped Redis or a broken connection
 * sends nothing, not even invalidations. An unused connection is not pinged, so that it costs nothing at rest.
 */
const watch = (
  client: RedisClient,
  { changed, unusedAfter }: Required<Pick<RedisOptions, 'changed' | 'unusedAfter'>>,
): Pulse => {
  client.on('invalidate', (key: string | Buffer | null) => changed(key === null ? null : key.toString()));
  for (const event of ['error', 'reconnecting', 'ready', 'end']) client.on(event, () => changed(null));
  let askedAt: number | null = null;
  let usedAt = 0;
  let isSilent = false;
  let beating: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearInterval(beating);
    beating = undefined;
  };
  const judge = (): void => {
    if (askedAt === null) return;
    isSilent = true;
    changed(null);
  };
  const answered = (): void => {
    askedAt = null;
    isSilent = false;
  };
  const heartbeat = (): void => {
    if (!client.isReady) return;
    if (askedAt !== null) {
      if (performance.now() - askedAt >= silenceMilliseconds) setImmediate(judge);
      return;
    }
    if (performance.now() - usedAt >= unusedAfter) {
      rest();
      changed(null);
      return;
    }
    askedAt = performance.now();
    client.ping().then(answered, answered);
  };
  client.once('end', rest);
  return {
    isSilent: () => isSilent,
    used: () => {
      usedAt = performance.now();
      beating ??= setInterval(heartbeat, beatMilliseconds).unref();
    },
  };
};
