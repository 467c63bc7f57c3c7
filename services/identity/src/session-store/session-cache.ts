/**
 * Copies of live sessions in Redis, under `session:<token>`, which the gateway reads on every request. Postgres is
 * the source of truth: if Redis is slow, down or possibly stale, the cache reports a miss instead of delaying
 * requests.
 */
import type { Redis } from '@tessera/kit/redis';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { readReply, toWire } from '@tessera/proto/api/wire';
import type { UserFields } from '../user-fields/fields.ts';

/** `skipped`: nothing was sent. `unsure`: it was sent, and Redis may still execute it. */
type Written = 'done' | 'skipped' | 'unsure';

export type SessionCache = {
  /**
   * Returns the copy of a session. Null: there is none, or Redis does not answer, or it is not trusted at present.
   */
  find: (token: string) => Promise<SessionRecord | null>;
  /** Updates the copy: kept for `milliseconds`, or deleted if `record` is null. */
  write: (token: string, record: SessionRecord | null, milliseconds: number) => Promise<Written>;
  isUp: () => boolean;
  /** Marks the copies as trusted: every change that Redis had missed has been applied. */
  trust: () => void;
  /** Called when Redis has missed a change, or may have: copies are no longer trusted. */
  onLost: (listener: () => void) => void;
  /** Called when Redis is available again and may have missed changes. */
  onReturn: (listener: () => void) => void;
};

/** Creates the cache in a Redis, for records of this shape. */
export const createSessionCache = (redis: Redis, shape: UserFields['record']): SessionCache => {
  const { isUp } = redis;
  let isTrusted = false;
  redis.onLost(() => {
    isTrusted = false;
  });
  return {
    find: async (token) => {
      if (!isTrusted || !isUp()) return null;
      try {
        return readCopy(shape, await redis.ask((client) => client.get(sessionKey(token))));
      } catch {
        return null;
      }
    },
    write: async (token, record, milliseconds) => {
      if (!isUp()) return 'skipped';
      const key = sessionKey(token);
      try {
        if (record && milliseconds > 0)
          await redis.ask((client) =>
            client.set(key, writeCopy(shape, record), { expiration: { type: 'PX', value: milliseconds } }),
          );
        else await redis.ask((client) => client.del(key));
        return 'done';
      } catch {
        return 'unsure';
      }
    },
    isUp,
    trust: () => {
      isTrusted = isUp();
    },
    onLost: redis.onLost,
    onReturn: redis.onReturn,
  };
};

const writeCopy = (shape: UserFields['record'], record: SessionRecord): string =>
  JSON.stringify(toWire(shape, record, 'camel'));

/** A copy of another shape (written by another version or configuration) counts as a miss. */
const readCopy = (shape: UserFields['record'], text: string | null): SessionRecord | null => {
  if (text === null) return null;
  const record = shape.safeParse(readReply(shape, JSON.parse(text), 'camel'));
  return record.success ? record.data : null;
};
