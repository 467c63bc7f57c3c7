/** Changing one's own profile (contracts/auth.md, section 8, POST /update-user). */
import { AppError } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import type { UpdateUser } from '@tessera/proto/api/identity/account';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import { listTokens } from '../session-store/rows.ts';
import { settleCopies } from '../session-store/settle.ts';
import { usernameColumns } from '../usernames/rules.ts';
import { changeUser, lockUser } from '../users/change.ts';
import { takenOr } from '../users/create.ts';
import type { User } from '../users/entity.ts';
import { userErrors } from './errors.ts';

/** Changes what is a profile's; answers the user, or null when nothing was to be changed. */
export const updateProfile = async (
  identity: Identity,
  { user }: SessionRecord,
  body: UpdateUser,
): Promise<User | null> => {
  if (body['email']) throw userErrors.EmailNotUpdatable();
  const { name, image } = body;
  const values = identity.fields.read(body, 'change');
  const change = {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...usernameColumns(body),
  };
  if (Object.keys({ ...change, ...values }).length === 0) return null;
  return editUser(identity, user.id, async (em, user) => {
    await identity.fields.claim(em, user.id, values);
    const additional = { ...user.additional, ...values };
    return changeUser(em, user, { ...change, additional });
  });
};

/** Runs an edit of a user's locked row, and lets the copies of all their sessions follow. */
export const editUser = async <Edited>(
  identity: Identity,
  userId: string,
  edit: (em: EntityManager, user: User) => Promise<Edited>,
): Promise<Edited> => {
  try {
    const { edited, tokens } = await transact(identity.db, async (em) => {
      const user = await lockUser(em, userId);
      if (!user) throw new AppError(authDialect.unauthorized);
      return { edited: await edit(em, user), tokens: await listTokens(em, userId) };
    });
    await settleCopies(identity, tokens);
    return edited;
  } catch (error) {
    throw takenOr(error);
  }
};
