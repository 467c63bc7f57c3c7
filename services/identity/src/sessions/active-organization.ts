/** The active organization of a session. The organization service decides who may activate one. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sql } from '@tessera/kit/database/sql';
import { on } from '@tessera/kit/events/bus';
import { transact } from '@tessera/kit/events/outbox';
import { askMembership } from '@tessera/proto/api/asks';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { membershipDeleted, organizationDeleted } from '@tessera/proto/events/organization';
import type { Identity } from '../identity.ts';
import { enqueueCacheSync, syncCachedSession, syncCachedSessions } from '../session-store/cache-sync.ts';
import { activateOrganization, deactivateOrganization, findRecord } from '../session-store/rows.ts';

/**
 * Sets (null: clears) a session's active organization, effective immediately in the gateway too, and returns the
 * cookies to rewrite for the given cookie header. `session` is null if it has ended.
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

/**
 * Clears this organization where it is active in sessions of a user (null: of all users). Returns how many there
 * were.
 */
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

/** Returns the cache cookie that replaces the browser's copy of a session; none if it has ended. */
export const cacheOf = async (identity: Identity, sessionId: string): Promise<string[]> => {
  const rows = await sql<{
    token: string;
  }>(identity.db, 'SELECT token FROM sessions WHERE id = $1', [sessionId]);
  const record = rows[0] && (await findRecord(identity, rows[0].token));
  return record ? identity.cookies.writeCache(record) : [];
};

/** Starts the consumer of ended memberships. Clearing is idempotent, so the inbox is not needed. */
export const followMemberships = (identity: Identity): Promise<Stoppable> =>
  identity.bus.consume({
    name: 'active-organizations',
    begin: 'with the stream',
    on: [
      on(membershipDeleted, async ({ membership }) => {
        if (!membership) return;
        const { userId, organizationId } = membership;
        // A user who has rejoined meanwhile may have activated the organization again.
        if (await identity.bus.ask(askMembership, { userId, organizationId })) return;
        await clearActiveOrganization(identity, { userId, organizationId });
      }),
      on(organizationDeleted, ({ organizationId }) =>
        clearActiveOrganization(identity, { organizationId, userId: null }),
      ),
    ],
  });
