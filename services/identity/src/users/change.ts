/** Changes a user's row, emits the event, and updates the copies of the user's sessions. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AppError } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import { authDialect } from '@tessera/proto/api/error';
import { userBanned, userUnbanned, userUpdated, verificationRequested } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { sendsVerification } from '../options.ts';
import { enqueueCacheSync, syncCachedSessions } from '../session-store/cache-sync.ts';
import { listTokens } from '../session-store/rows.ts';
import { spendTokens } from '../tokens/one-time.ts';
import { takenOr } from './create.ts';
import { type User, UserEntity } from './entity.ts';
import { viewUserEvent } from './view.ts';

/** Returns a user, locked until the transaction ends; null: there is none. */
export const lockUser = (em: EntityManager, id: string): Promise<User | null> =>
  em.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

/**
 * Updates a locked user, emits the event, and enqueues the sessions of `listTokens` for cache sync after the commit.
 */
export const changeUser = async (em: EntityManager, user: User, change: Partial<User>): Promise<User> => {
  const changed: User = { ...user, ...change };
  await em.update(UserEntity, { id: user.id }, change);
  await emit(em, userUpdated, { user: viewUserEvent(changed) });
  await enqueueCacheSync(em, await listTokens(em, user.id));
  return changed;
};

/**
 * Edits a user's locked row, then updates the copies of their sessions. `addressTaken`: the error to throw if another
 * user got the same address meanwhile.
 */
export const editUser = async <Edited>(
  identity: Identity,
  userId: string,
  edit: (em: EntityManager, user: User) => Promise<Edited>,
  addressTaken?: () => Error,
): Promise<Edited> => {
  try {
    const { edited, tokens } = await transact(identity.db, async (em) => {
      const user = await lockUser(em, userId);
      if (!user) throw new AppError(authDialect.unauthorized);
      return { edited: await edit(em, user), tokens: await listTokens(em, userId) };
    });
    await syncCachedSessions(identity, tokens);
    return edited;
  } catch (error) {
    throw takenOr(error, addressTaken);
  }
};

/** Gives a locked user a new, unverified address. Invalidates links that were sent to the old one. */
export const changeAddress = async (
  em: EntityManager,
  identity: Identity,
  user: User,
  { email, callbackUrl }: { email: string; callbackUrl: string },
): Promise<User> => {
  const now = identity.now();
  const moved = await changeUser(em, user, { email, emailVerified: false });
  await spendTokens(em, { userId: user.id, kind: 'reset-password', now });
  await spendTokens(em, { userId: user.id, kind: 'delete-account', now });
  if (sendsVerification(identity.options))
    await emit(em, verificationRequested, {
      userId: user.id,
      email,
      callbackUrl,
      language: mailLanguage(),
    });
  return moved;
};

/**
 * Marks the address of a locked user as proved. No reply contains the mark, so no event is emitted and no copy
 * updated.
 */
export const noteProof = async (em: EntityManager, userId: string): Promise<void> => {
  await em.update(UserEntity, { id: userId }, { isEmailPassedOn: false });
};

/** Bans a user. The caller ends the sessions. */
export const imposeBan = async (
  em: EntityManager,
  user: User,
  ban: { reason: string; expires: Date | null; now: Date },
): Promise<User> => {
  const change = { banned: true, banReason: ban.reason, banExpires: ban.expires, updatedAt: ban.now };
  const banned = await changeUser(em, user, change);
  await emit(em, userBanned, {
    userId: user.id,
    reason: ban.reason,
    ...(ban.expires && { expiresAt: timestampFromDate(ban.expires) }),
  });
  return banned;
};

/** Lifts a ban, or clears an expired one. `updatedAt` moves only if an administrator lifts it. */
export const liftBan = async (
  em: EntityManager,
  user: User,
  moved: Partial<Pick<User, 'updatedAt'>> = {},
): Promise<User> => {
  const change = { banned: false, banReason: null, banExpires: null, ...moved };
  const free = await changeUser(em, user, change);
  await emit(em, userUnbanned, { userId: user.id });
  return free;
};
