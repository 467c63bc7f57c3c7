/**
 * Whoever changes their own session sees the change in their next request, also where Redis is slow to take it or to
 * tell of it: an answer to a change that sets cookies while the kept record has stayed the same puts that record in doubt.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import type { CacheEntry } from './record-cache.ts';
import type { SessionCache } from './session-cookie.ts';

export type OwnChanges = {
  /** Notes what is kept of the caller's session, before the request is passed on. */
  begin: (req: IncomingMessage) => void;
  /** Looks at the headers of the service's answer, before the caller gets it. */
  end: (req: IncomingMessage, headers: IncomingHttpHeaders) => void;
};

/** Watches the sessions of a cache. */
export const watchOwnChanges = (
  sessions: Pick<SessionCache, 'peek' | 'doubt'>,
  readToken: (cookies: string | undefined) => string | null,
): OwnChanges => {
  const before = new WeakMap<IncomingMessage, { key: string; entry: CacheEntry<SessionRecord> }>();
  return {
    begin: (req) => {
      // A read sets the browser's copy anew, too, and changes nothing.
      if (req.method === 'GET') return;
      const token = readToken(req.headers.cookie);
      const key = token === null ? null : sessionKey(token);
      const entry = key === null ? undefined : sessions.peek(key);
      if (key !== null && entry) before.set(req, { key, entry });
    },
    end: (req, headers) => {
      if (headers['set-cookie'] === undefined) return;
      const noted = before.get(req);
      if (noted) sessions.doubt(noted.key, noted.entry);
    },
  };
};
