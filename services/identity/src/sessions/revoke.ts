/** Looking through one's own sessions and ending them (contracts/auth.md, section 8). */
import { AppError, defineErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import type { Identity } from '../identity.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { findRecord, listSessions } from '../session-store/rows.ts';
import { endSession, endUserSessions } from './end.ts';

const revokeErrors = defineErrors({ NotFound: { status: 400, message: 'Session not found' } });

/** Live sessions of a user; those of administrators who are the user for a while are not shown. */
export const listOwnSessions = (identity: Identity, { user }: SessionRecord): Promise<AuthSession[]> =>
  listSessions(identity, user.id, {
    limit: identity.options.advanced.database.defaultFindManyLimit,
    now: identity.now(),
  });

/** Ends one of the caller's sessions. Someone else's is refused by the empty 401. */
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
