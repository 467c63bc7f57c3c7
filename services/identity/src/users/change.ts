/** Changing a user's row: the event says so, and the copies of all their sessions follow. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AppError } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/outbox';
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

/** A user, locked against change until the transaction ends; null: there is none. */
export const lockUser = (em: EntityManager, id: string): Promise<User | null> =>
  em.getRepository(UserEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });

/** Writes a change of a locked user. After the commit the sessions of `listTokens` are settled. */
export const changeUser = async (em: EntityManager, user: User, change: Partial<User>): Promise<User> => {
  const changed: User = { ...user, ...change };
  await em.getRepository(UserEntity).update({ id: user.id }, change);
  await emit(em, userUpdated, { user: viewUserEvent(changed) });
  await enqueueCacheSync(em, await listTokens(em, user.id));
  return changed;
};

/**
 * Runs an edit of a user's locked row, and lets the copies of all their sessions follow. `addressTaken`: what to say when
 * somebody else was given the same address meanwhile.
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

/** Gives a locked user a new address, which has yet to prove itself. Links sent to the old one are worth nothing. */
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

/** The address of a locked user is proven: no answer shows the difference, so no event says so and no copy follows. */
export const noteProof = async (em: EntityManager, userId: string): Promise<void> => {
  await em.getRepository(UserEntity).update({ id: userId }, { isEmailPassedOn: false });
};

/** Bans a user; the sessions are ended by the verb that calls. */
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

/** Lifts a ban, or the mark that one has been there. `updatedAt` moves when somebody does it. */
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
