/**
 * Copies of live sessions in Redis, under `session:<token>`: what the gateway reads on every request. Postgres is the
 * truth; Redis may be slow, gone or out of date, and then says nothing instead of holding anyone up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@tessera/kit/log';
import { SessionRecord } from '@tessera/proto/api/asks';
import { readReply, toWire } from '@tessera/proto/api/wire';
import { createClient } from 'redis';

/** `skipped`: nothing was sent. `unsure`: it was sent, and Redis may yet do it. */
export type Written = 'done' | 'skipped' | 'unsure';

export type SessionCopies = {
  /** The copy of a session. Null: there is none, or Redis cannot say, or may not be believed at present. */
  find: (token: string) => Promise<SessionRecord | null>;
  /** Makes the copy follow the row: kept for `milliseconds`, or removed when `record` is null. */
  write: (token: string, record: SessionRecord | null, milliseconds: number) => Promise<Written>;
  isUp: () => boolean;
  /** From now on copies are believed: every change that Redis had missed was brought to it. */
  trust: () => void;
  /** Called whenever Redis is there again, when it may have missed changes. */
  onReturn: (listener: () => void) => void;
  check: () => Promise<unknown>;
  stop: () => Promise<void>;
};

const answerMilliseconds = 300;
const pauseMilliseconds = 1_000;

/** The key of a session's copy; its value is a `SessionRecord` as JSON. */
export const copyKey = (token: string): string => `session:${token}`;

/** Connects in the background: a Redis that is down neither stops the start nor a sign-in. */
export const createSessionCopies = (url: string, log: Logger): SessionCopies => {
  const client = createClient({
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
  const listeners: (() => void)[] = [];
  let isTrusted = false;
  let isLost = false;
  let pausedUntil = 0;
  client.on('error', (error: Error) => {
    isTrusted = false;
    if (!isLost) log.warn({ err: error }, 'redis lost: sessions are read from the database');
    isLost = true;
  });
  client.on('ready', () => {
    isLost = false;
    isTrusted = false;
    pausedUntil = 0;
    for (const listener of listeners) listener();
  });
  client.connect().catch((error: unknown) => log.warn({ err: error }, 'redis is not there yet'));

  const isUp = (): boolean => client.isReady && performance.now() >= pausedUntil;
  /** A Redis that does not answer in time is left alone for a second, so that not every request waits for it. */
  const inTime = async <Answer>(command: Promise<Answer>): Promise<Answer> => {
    const timer = new AbortController();
    const late = delay(answerMilliseconds, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`redis did not answer within ${answerMilliseconds} ms`);
    });
    command.catch(() => undefined);
    try {
      return await Promise.race([command, late]);
    } catch (error) {
      pausedUntil = performance.now() + pauseMilliseconds;
      isTrusted = false;
      log.warn({ err: error }, 'redis did not do what it was asked');
      throw error;
    } finally {
      late.catch(() => undefined);
      timer.abort();
    }
  };

  return {
    find: async (token) => {
      if (!isTrusted || !isUp()) return null;
      try {
        return readCopy(await inTime(client.get(copyKey(token))));
      } catch {
        return null;
      }
    },
    write: async (token, record, milliseconds) => {
      if (!isUp()) return 'skipped';
      const key = copyKey(token);
      try {
        if (record && milliseconds > 0)
          await inTime(
            client.set(key, writeCopy(record), { expiration: { type: 'PX', value: milliseconds } }),
          );
        else await inTime(client.del(key));
        return 'done';
      } catch {
        return 'unsure';
      }
    },
    isUp,
    trust: () => {
      isTrusted = isUp();
    },
    onReturn: (listener) => void listeners.push(listener),
    check: () => inTime(client.ping()),
    stop: async () => {
      client.destroy();
    },
  };
};

const writeCopy = (record: SessionRecord): string => JSON.stringify(toWire(SessionRecord, record, 'camel'));

/** A copy that is not a session record (written by another version) counts as none. */
const readCopy = (text: string | null): SessionRecord | null => {
  if (text === null) return null;
  const record = SessionRecord.safeParse(readReply(SessionRecord, JSON.parse(text), 'camel'));
  return record.success ? record.data : null;
};
