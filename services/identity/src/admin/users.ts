/** What administrators do with users (contracts/auth.md, section 11). */
import { emit, transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { type BanUser, CreateUser } from '@tessera/proto/api/identity/admin';
import { emailVerified } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { insertCredential } from '../accounts/credential.ts';
import type { Identity } from '../identity.ts';
import { storePassword } from '../passwords/change.ts';
import { hashPassword } from '../passwords/hash.ts';
import { endUserSessions } from '../sessions/end.ts';
import { after } from '../sessions/rules.ts';
import { settleCopies } from '../sessions/settle.ts';
import { usernameColumns } from '../usernames/rules.ts';
import { imposeBan, liftBan } from '../users/bans.ts';
import { changeUser, lockUser } from '../users/change.ts';
import { createUser, takenOr } from '../users/create.ts';
import type { User } from '../users/entity.ts';
import { findUser, isTaken } from '../users/rows.ts';
import { editUser } from '../users/update.ts';
import { adminErrors } from './errors.ts';
import { isId } from './require.ts';
import { mayDo } from './roles.ts';

const KnownFields = CreateUser.shape.data.unwrap().strip();

/** Adds a user with a password; `data` goes over the other fields. Another role needs the right to give roles. */
export const addUser = async (
  identity: Identity,
  { user: caller }: SessionRecord,
  { email, password, name, role, data }: CreateUser,
): Promise<User> => {
  const { options } = identity;
  const wantedRole = data?.role ?? role ?? options.admin.defaultRole;
  if (wantedRole !== options.admin.defaultRole && !mayDo(options.admin, caller, { user: ['set-role'] }))
    throw adminErrors.MayNotSetRole();
  if (await isTaken(identity.db, email)) throw adminErrors.UserExists();
  const hash = await hashPassword(password);
  const { username, displayUsername, ...fields } = KnownFields.parse(data ?? {});
  const additional = identity.fields.read(data ?? {}, 'admin');
  try {
    return await transact(identity.db, async (em) => {
      const user = await createUser(em, identity, {
        name,
        ...fields,
        email: email.toLowerCase(),
        role: wantedRole,
        additional,
        ...usernameColumns({ username, displayUsername }),
      });
      await insertCredential(em, { userId: user.id, password: hash, now: identity.now() });
      if (user.emailVerified) await emit(em, emailVerified, { userId: user.id, email: user.email });
      return user;
    });
  } catch (error) {
    throw takenOr(error);
  }
};

/** Gives a user a role. Null: there is no such user. */
export const setRole = (identity: Identity, userId: string, role: string): Promise<User | null> =>
  editKnown(identity, userId, (em, user) => changeUser(em, user, { role, updatedAt: identity.now() }));

/** Bans a user and ends every session of theirs, everywhere. Null: there is no such user. */
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
  const result = await transactOn(identity, userId, async (em, user) => ({
    user: await imposeBan(em, user, { reason, expires, now }),
    ended: await endUserSessions(em, userId),
  }));
  if (result) await settleCopies(identity, result.ended);
  return result?.user ?? null;
};

/** Lifts a ban. Null: there is no such user. */
export const unbanUser = (identity: Identity, userId: string): Promise<User | null> =>
  editKnown(identity, userId, (em, user) => liftBan(em, user, identity.now()));

/** Sets a user's password; one who is not there is no error. */
export const setUserPassword = async (
  identity: Identity,
  userId: string,
  newPassword: string,
): Promise<void> => {
  const password = await hashPassword(newPassword);
  await transactOn(identity, userId, (em) => storePassword(em, identity, { userId, password }));
};

const transactOn = async <Result>(
  { db }: Identity,
  userId: string,
  work: (em: EntityManager, user: User) => Promise<Result>,
): Promise<Result | null> => {
  if (!isId(userId)) return null;
  return transact(db, async (em) => {
    const user = await lockUser(em, userId);
    return user && work(em, user);
  });
};

const editKnown = async (
  identity: Identity,
  userId: string,
  edit: (em: EntityManager, user: User) => Promise<User>,
): Promise<User | null> =>
  isId(userId) && (await findUser(identity.db, userId)) ? editUser(identity, userId, edit) : null;
