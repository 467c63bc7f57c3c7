/**
 * Copies of live sessions in Redis, under `session:<token>`: what the gateway reads on every request. Postgres is the
 * truth; Redis may be slow, gone or out of date, and then says nothing instead of holding anyone up.
 */

import type { Redis } from '@tessera/kit/redis';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { readReply, toWire } from '@tessera/proto/api/wire';
import type { UserFields } from '../user-fields/fields.ts';

/** `skipped`: nothing was sent. `unsure`: it was sent, and Redis may yet do it. */
export type Written = 'done' | 'skipped' | 'unsure';

export type SessionCache = {
  /** The copy of a session. Null: there is none, or Redis cannot say, or may not be believed at present. */
  find: (token: string) => Promise<SessionRecord | null>;
  /** Makes the copy follow the row: kept for `milliseconds`, or removed when `record` is null. */
  write: (token: string, record: SessionRecord | null, milliseconds: number) => Promise<Written>;
  isUp: () => boolean;
  /** From now on copies are believed: every change that Redis had missed was brought to it. */
  trust: () => void;
  /** Called when Redis has missed something, or may have: copies are not believed from then on. */
  onLost: (listener: () => void) => void;
  /** Called whenever Redis is there again, when it may have missed changes. */
  onReturn: (listener: () => void) => void;
};

/** The copies that a Redis holds, in the shape of the configuration. */
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

/** A copy that is not of this shape (written by another version, or configuration) counts as none. */
const readCopy = (shape: UserFields['record'], text: string | null): SessionRecord | null => {
  if (text === null) return null;
  const record = shape.safeParse(readReply(shape, JSON.parse(text), 'camel'));
  return record.success ? record.data : null;
};
