/** The organization that a session works in; organization's service decides who may. */

import { on, type Stoppable } from '@tessera/kit/bus';
import { transact } from '@tessera/kit/outbox';
import { sql } from '@tessera/kit/sql';
import { askMembership } from '@tessera/proto/api/asks';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { membershipDeleted, organizationDeleted } from '@tessera/proto/events/organization';
import type { Identity } from '../identity.ts';
import { enqueueCacheSync, syncCachedSession, syncCachedSessions } from '../session-store/cache-sync.ts';
import { activateOrganization, deactivateOrganization, findRecord } from '../session-store/rows.ts';

/**
 * Sets (or with null clears) a session's active organization at once, for the gateway too, and rewrites the cookies
 * of the request whose cookie header is given. `session` is null when it has ended.
 */
export const setActiveOrganization = async (
  identity: Identity,
  change: { sessionId: string; organizationId: string | null; cookie: string },
): Promise<{ session: AuthSession | null; setCookie: string[]; setCache: string[] }> => {
  const token = await transact(identity.db, async (em) => {
    const token = await activateOrganization(em, change.sessionId, { ...change, now: identity.now() });
    if (token !== null) await enqueueCacheSync(em, [token]);
    return token;
  });
  const record = token === null ? null : await syncCachedSession(identity, token);
  if (!record) return { session: null, setCookie: [], setCache: [] };
  const cookies = identity.cookies.read(change.cookie);
  return {
    session: record.session,
    setCookie: identity.cookies.write(record, cookies),
    setCache: identity.cookies.writeCache(record),
  };
};

/** Leaves no session of a user (null: of anyone) with this organization as the active one. Answers how many had it. */
export const clearActiveOrganization = async (
  identity: Identity,
  left: { organizationId: string; userId: string | null },
): Promise<number> => {
  const tokens = await transact(identity.db, async (em) => {
    const tokens = await deactivateOrganization(em, left);
    await enqueueCacheSync(em, tokens);
    return tokens;
  });
  await syncCachedSessions(identity, tokens);
  return tokens.length;
};

/** What replaces the copy of a session in its browser; nothing when it has ended. */
export const cacheOf = async (identity: Identity, sessionId: string): Promise<string[]> => {
  const rows = await sql<{
    token: string;
  }>(identity.db, 'SELECT token FROM sessions WHERE id = $1', [sessionId]);
  const record = rows[0] && (await findRecord(identity, rows[0].token));
  return record ? identity.cookies.writeCache(record) : [];
};

/** Starts following the ends of memberships. Clearing twice does no harm, so the inbox is not needed. */
export const followMemberships = (identity: Identity): Promise<Stoppable> =>
  identity.bus.consume({
    name: 'active-organizations',
    begin: 'with the stream',
    on: [
      on(membershipDeleted, async ({ membership }) => {
        if (!membership) return;
        const { userId, organizationId } = membership;
        // Someone who has come back meanwhile may have made it the active one again.
        if (await identity.bus.ask(askMembership, { userId, organizationId })) return;
        await clearActiveOrganization(identity, { userId, organizationId });
      }),
      on(organizationDeleted, ({ organizationId }) =>
        clearActiveOrganization(identity, { organizationId, userId: null }),
      ),
    ],
  });
