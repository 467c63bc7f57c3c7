/**
 * Read-your-writes for sessions: callers see a change of their own session in their next request, even if Redis is
 * slow to store it or to send the invalidation. If the response to a write sets cookies and the cached record has not
 * changed, that record is marked as doubtful.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import type { CacheEntry } from './record-cache.ts';
import type { SessionCache } from './session-cookie.ts';

export type OwnChanges = {
  /** Remembers the cached record of the caller's session, before the request is proxied. */
  begin: (req: IncomingMessage) => void;
  /** Checks the headers of the service's response, before the caller gets it. */
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
      // A read may renew the browser's cookie too, but changes nothing.
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
