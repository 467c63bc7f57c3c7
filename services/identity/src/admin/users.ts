/** User administration (contracts/auth.md, section 11). */
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import {
  type BanUser,
  CreateUser,
  type OfUser,
  type SetRole,
  type SetUserPassword,
} from '@tessera/proto/api/identity/admin';
import { emailVerified } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { insertCredential } from '../accounts/credential.ts';
import type { Identity } from '../identity.ts';
import { storePassword } from '../passwords/change.ts';
import { checkLongest } from '../passwords/rules.ts';
import { deleteUser } from '../profile/delete.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { listTokens } from '../session-store/rows.ts';
import { endImpersonations, endUserSessions } from '../sessions/end.ts';
import { after } from '../sessions/rules.ts';
import { changeUser, editUser, imposeBan, liftBan, lockUser } from '../users/change.ts';
import { createUser, takenOr } from '../users/create.ts';
import { findUser, isTaken, type User } from '../users/entity.ts';
import { adminErrors } from './errors.ts';
import { type Acting, isId, mayImpersonate, requireReach } from './require.ts';
import { mayDo } from './roles.ts';

/** The known user fields in `data`, which has been validated before. */
const KnownFields = CreateUser.shape.data.unwrap().extend({ banExpires: z.date().nullish() }).strip();

/**
 * Adds a user with a password; `data` overrides the other fields. A role other than the default needs the right to
 * set roles, and no role may grant what the caller lacks.
 */
export const addUser = async (
  identity: Identity,
  { user: caller }: SessionRecord,
  { password, name, role, data, ...body }: CreateUser,
): Promise<User> => {
  const { options } = identity;
  const email = data?.email ?? body.email;
  const wantedRole = data?.role ?? role ?? options.admin.defaultRole;
  if (wantedRole !== options.admin.defaultRole && !mayDo(options.admin, caller, { user: ['set-role'] }))
    throw adminErrors.MayNotSetRole();
  requireReach(identity, { caller, refusal: adminErrors.MayNotSetRole }, { role: wantedRole });
  checkLongest(options.emailAndPassword, password);
  if (await isTaken(identity.db, email)) throw adminErrors.UserExists();
  const hash = await identity.passwords.hash(password);
  const { username, displayUsername, banExpires = null, ...fields } = KnownFields.parse(data ?? {});
  const additional = identity.fields.read(data ?? {}, 'admin');
  try {
    return await transact(identity.db, async (em) => {
      const user = await createUser(em, identity, {
        name,
        ...fields,
        banExpires,
        email: email.toLowerCase(),
        role: wantedRole,
        additional,
        username: username?.toLowerCase() ?? null,
        displayUsername: displayUsername ?? null,
      });
      await insertCredential(em, { userId: user.id, password: hash, now: identity.now() });
      if (user.emailVerified) await emit(em, emailVerified, { userId: user.id, email: user.email });
      return user;
    });
  } catch (error) {
    throw takenOr(error, adminErrors.UserExists);
  }
};

/** Assigns a role that grants nothing the caller lacks. Returns null if there is no such user. */
export const setRole = async (
  identity: Identity,
  { user: caller }: SessionRecord,
  { userId, role }: SetRole,
): Promise<User | null> => {
  const acting = { caller, refusal: adminErrors.MayNotSetRole };
  requireReach(identity, acting, { role });
  const result = await transactOn(identity, { ...acting, userId }, async (em, user) => {
    const changed = await changeUser(em, user, { role });
    // A user who may no longer impersonate loses their impersonation sessions immediately.
    const ended = mayImpersonate(identity, changed) ? [] : await endImpersonations(em, userId);
    return { changed, tokens: [...(await listTokens(em, userId)), ...ended] };
  });
  if (result) await syncCachedSessions(identity, result.tokens);
  return result?.changed ?? null;
};

/** Bans a user and ends all their sessions. Returns null if there is no such user. */
export const banUser = async (
  identity: Identity,
  { user: caller }: SessionRecord,
  { userId, banReason, banExpiresIn }: BanUser,
): Promise<User | null> => {
  if (userId === caller.id) throw adminErrors.OwnBan();
  const { defaultBanReason, defaultBanExpiresIn } = identity.options.admin;
  const now = identity.now();
  const seconds = banExpiresIn || defaultBanExpiresIn;
  const reason = banReason || defaultBanReason || 'No reason';
  const expires = seconds ? after(now, seconds) : null;
  const acting = { caller, refusal: adminErrors.MayNotBan, userId };
  const result = await transactOn(identity, acting, async (em, user) => ({
    user: await imposeBan(em, user, { reason, expires, now }),
    ended: await endUserSessions(em, userId),
  }));
  if (result) await syncCachedSessions(identity, result.ended);
  return result?.user ?? null;
};

/** Lifts a ban. Returns null if there is no such user. */
export const unbanUser = (
  identity: Identity,
  { user: caller }: SessionRecord,
  { userId }: OfUser,
): Promise<User | null> =>
  editKnown(identity, { caller, refusal: adminErrors.MayNotBan, userId }, (em, user) =>
    liftBan(em, user, { updatedAt: identity.now() }),
  );

/** Sets a user's password; does nothing if there is no such user. */
export const setUserPassword = async (
  identity: Identity,
  { user: caller }: SessionRecord,
  { userId, newPassword }: SetUserPassword,
): Promise<void> => {
  checkLongest(identity.options.emailAndPassword, newPassword);
  const acting = { caller, refusal: adminErrors.MayNotSetPassword };
  // Checked before hashing too, because that is expensive; the check on the locked row decides.
  await findWithinReach(identity, { ...acting, userId });
  const password = await identity.passwords.hash(newPassword);
  await transactOn(identity, { ...acting, userId }, (em) =>
    storePassword(em, identity, { userId, password }),
  );
};

/** Deletes a user; does nothing if there is no such user. */
export const removeUser = async (
  identity: Identity,
  { user: caller }: SessionRecord,
  { userId }: OfUser,
): Promise<void> => {
  if (!isId(userId)) return;
  await deleteUser(identity, userId, (user) =>
    requireReach(identity, { caller, refusal: adminErrors.MayNotDelete }, user),
  );
};

/** Finds a user; throws the refusal if the user has a right that the caller lacks. Null: there is no such user. */
export const findWithinReach = async (
  identity: Identity,
  { userId, ...acting }: ActingOn,
): Promise<User | null> => {
  const user = isId(userId) ? await findUser(identity.db.manager, userId) : null;
  if (user) requireReach(identity, acting, user);
  return user;
};

type ActingOn = Acting & { userId: string };

const transactOn = async <Result>(
  identity: Identity,
  { userId, ...acting }: ActingOn,
  work: (em: EntityManager, user: User) => Promise<Result>,
): Promise<Result | null> => {
  if (!isId(userId)) return null;
  return transact(identity.db, async (em) => {
    const user = await lockUser(em, userId);
    if (!user) return null;
    requireReach(identity, acting, user);
    return work(em, user);
  });
};

const editKnown = async (
  identity: Identity,
  { userId, ...acting }: ActingOn,
  edit: (em: EntityManager, user: User) => Promise<User>,
): Promise<User | null> => {
  if (!isId(userId) || !(await findUser(identity.db.manager, userId))) return null;
  return editUser(identity, userId, (em, user) => {
    requireReach(identity, acting, user);
    return edit(em, user);
  });
};
