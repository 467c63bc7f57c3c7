/** Ends sessions: deletes the row, emits the event, and updates the copy. */
import { AppError, defineErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import { sha256 } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { sessionRevoked } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import { enqueueCacheSync, syncCachedSessions } from '../session-store/cache-sync.ts';
import {
  deleteExpired,
  deleteImpersonations,
  deleteSession,
  deleteUserSessions,
  type EndedSession,
  findRecord,
  listSessions,
} from '../session-store/rows.ts';

const batch = 200;

/** Ends sessions of a user in the caller's transaction. Returns their tokens, for `syncCachedSessions`. */
export const endUserSessions = async (
  em: EntityManager,
  userId: string,
  except: { token?: string; now?: Date } = {},
): Promise<string[]> => noteEnded(em, await deleteUserSessions(em, userId, except));

/** The same for the impersonation sessions that an administrator has opened. */
export const endImpersonations = async (em: EntityManager, adminId: string): Promise<string[]> =>
  noteEnded(em, await deleteImpersonations(em, adminId));

/** Ends a session by its token; does nothing if it has already ended. */
export const endSession = (identity: Identity, token: string): Promise<void> =>
  end(identity, (em) => deleteSession(em, token));

/** Ends a session if it has expired; it may have been extended meanwhile. */
export const endExpiredSession = (identity: Identity, token: string): Promise<void> =>
  end(identity, (em) => deleteSession(em, token, identity.now()));

/** Ends all expired sessions, in batches. */
export const endExpiredSessions = async (identity: Identity): Promise<void> => {
  let ended = batch;
  while (ended === batch)
    await end(identity, async (em) => {
      const rows = await deleteExpired(em, identity.now(), batch);
      ended = rows.length;
      return rows;
    });
};

const end = async (
  identity: Identity,
  remove: (em: EntityManager) => Promise<EndedSession[]>,
): Promise<void> => {
  const tokens = await transact(identity.db, async (em) => {
    return noteEnded(em, await remove(em));
  });
  await syncCachedSessions(identity, tokens);
};

const noteEnded = async (em: EntityManager, ended: EndedSession[]): Promise<string[]> => {
  const tokens = ended.map(({ token }) => token);
  await enqueueCacheSync(em, tokens);
  for (const { id, userId, token } of ended)
    await emit(em, sessionRevoked, { sessionId: id, userId, tokenHash: sha256(token) });
  return tokens;
};

const revokeErrors = defineErrors({ NotFound: { status: 400, message: 'Session not found' } });

/** Lists the live sessions of a user, without impersonated ones. */
export const listOwnSessions = (identity: Identity, { user }: SessionRecord): Promise<AuthSession[]> =>
  listSessions(identity, user.id, {
    limit: identity.options.advanced.database.defaultFindManyLimit,
    now: identity.now(),
  });

/** Ends one of the caller's sessions. Throws the empty 401 for another user's. */
export const revokeSession = async (
  identity: Identity,
  caller: SessionRecord,
  token: string,
): Promise<void> => {
  const record = await findRecord(identity, token);
  if (!record) throw revokeErrors.NotFound();
  if (record.user.id !== caller.user.id) throw new AppError(authDialect.unauthorized);
  await endSession(identity, token);
};

/** Ends sessions of a user: all, or all live ones but `except`. */
export const revokeSessions = async (identity: Identity, userId: string, except?: string): Promise<void> => {
  const tokens = await transact(identity.db, (em) =>
    endUserSessions(em, userId, except === undefined ? {} : { token: except, now: identity.now() }),
  );
  await syncCachedSessions(identity, tokens);
};
