/** Deletes accounts (contracts/auth.md, section 8, POST /delete-user) with all their sessions and data. */
import { defineErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { DeleteUser } from '@tessera/proto/api/identity/account';
import { accountDeletionRequested, userDeleted } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { AccountEntity } from '../accounts/credential.ts';
import { mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { confirmPassword } from '../passwords/change.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { endUserSessions } from '../sessions/end.ts';
import { isFresh } from '../sessions/rules.ts';
import { findTokenOwner, takeToken } from '../tokens/one-time.ts';
import { lockUser } from '../users/change.ts';
import { type User, UserEntity } from '../users/entity.ts';

export const deletionErrors = defineErrors({
  Disabled: { status: 404, message: null },
  SessionTooOld: { status: 400, message: 'Session expired. Re-authenticate to perform this action.' },
  NobodyThere: { status: 404, message: 'Failed to get user info' },
  InvalidToken: { status: 404, message: 'invalid token' },
});

const kind = 'delete-account';

/** Deletes a user by id, unless `check` throws for the locked row. Returns whether the user existed. */
export const deleteUser = (
  identity: Identity,
  userId: string,
  check: (user: User) => void = () => undefined,
): Promise<boolean> => remove(identity, userId, async (_em, user) => check(user));

/** Deletes by password, fresh session or mail token, or requests a mail with such a token. */
export const requestDeletion = async (
  identity: Identity,
  { user, session }: SessionRecord,
  { body: { password, token, callbackURL }, address }: { body: DeleteUser; address: string },
): Promise<'deleted' | 'deleted by token' | 'asked'> => {
  const { enabled, sendDeleteAccountVerification } = identity.options.user.deleteUser;
  if (!enabled) throw deletionErrors.Disabled();
  if (password) await confirmPassword(identity, user, { password, address });
  else if (!isFresh(identity.options.session, session, identity.now())) throw deletionErrors.SessionTooOld();
  if (token) {
    await deleteByToken(identity, user.id, token);
    return 'deleted by token';
  }
  if (sendDeleteAccountVerification) {
    await transact(identity.db, (em) =>
      emit(em, accountDeletionRequested, {
        userId: user.id,
        email: user.email,
        callbackUrl: callbackURL || '/',
        language: mailLanguage(),
      }),
    );
    return 'asked';
  }
  await deleteUser(identity, user.id);
  return 'deleted';
};

/** Completes a deletion. Throws if the token is not the caller's own. */
export const deleteByToken = async (identity: Identity, userId: string, token: string): Promise<void> => {
  const showing = { kind, token, now: identity.now() } as const;
  if ((await findTokenOwner(identity.db, showing)) !== userId) throw deletionErrors.InvalidToken();
  await remove(identity, userId, async (em) => {
    if ((await takeToken(em, showing)) !== userId) throw deletionErrors.InvalidToken();
  });
};

const remove = async (
  identity: Identity,
  userId: string,
  confirm: (em: EntityManager, user: User) => Promise<void>,
): Promise<boolean> => {
  const ended = await transact(identity.db, async (em) => {
    const user = await lockUser(em, userId);
    if (!user) return null;
    await confirm(em, user);
    const ended = await endUserSessions(em, userId);
    await em.delete(AccountEntity, { userId });
    await em.delete(UserEntity, { id: userId });
    await emit(em, userDeleted, { userId, email: user.email });
    return ended;
  });
  if (ended) await syncCachedSessions(identity, ended);
  return ended !== null;
};
