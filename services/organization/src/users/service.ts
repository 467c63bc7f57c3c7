/** The copy of users: updated by identity's events, and filled by requests to identity for missing rows. */
import { askUser } from '@tessera/proto/api/asks';
import { id as userIdShape } from '@tessera/proto/api/fields';
import { type EntityManager, In } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';
import { lockUser } from './departure.ts';
import { UserEntity, type UserRow } from './entity.ts';

/** Stores a user from an event of identity. */
export const upsertUser = async (em: EntityManager, user: UserRow): Promise<void> => {
  await em.upsert(UserEntity, user, ['id']);
};

/** Deletes a user whose account was deleted. */
export const deleteUser = async (em: EntityManager, userId: string): Promise<void> => {
  await em.delete(UserEntity, { id: userId });
};

/** Returns users by id, without those that identity does not know, and without malformed ids. */
export const findUsers = async (
  parts: OrganizationParts,
  wanted: string[],
): Promise<Map<string, UserRow>> => {
  const ids = wanted.filter((userId) => userIdShape.safeParse(userId).success);
  const known = await parts.db.manager.findBy(UserEntity, { id: In(ids) });
  const users = new Map(known.map((user) => [user.id, user]));
  const missing = [...new Set(ids)].filter((id) => !users.has(id));
  for (const user of await Promise.all(missing.map((id) => loadUser(parts, id))))
    if (user) users.set(user.id, user);
  return users;
};

const loadUser = async ({ bus, db, log }: OrganizationParts, userId: string): Promise<UserRow | null> => {
  const known = await bus.ask(askUser, { userId });
  if (!known) {
    log.warn({ userId }, 'identity does not know a member');
    return null;
  }
  const { isEmailProven: _proof, language: _language, ...facts } = known;
  return db.transaction(async (em) => {
    if (!(await lockUser(em, userId))) return null;
    // An event that arrived in the meantime is newer than the response, so its row is kept.
    await em.createQueryBuilder().insert().into(UserEntity).values(facts).orIgnore().execute();
    return facts;
  });
};
