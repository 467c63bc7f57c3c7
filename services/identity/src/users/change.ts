/** Changing a user's row: the event says so, and the copies of all their sessions follow. */
import { emit } from '@tessera/kit/outbox';
import { userUpdated } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { listTokens } from '../session-store/rows.ts';
import { noteChange } from '../session-store/settle.ts';
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
  await noteChange(em, await listTokens(em, user.id));
  return changed;
};
