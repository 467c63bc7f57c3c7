/** Changing one's own profile (contracts/auth.md, section 8, POST /update-user). */
import { defineErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { UpdateUser } from '@tessera/proto/api/identity/account';
import type { Identity } from '../identity.ts';
import { usernameColumns } from '../usernames/check.ts';
import { changeUser, editUser } from '../users/change.ts';
import type { User } from '../users/entity.ts';

const updateErrors = defineErrors({
  EmailNotUpdatable: { status: 400, message: 'Email can not be updated' },
});

/** Changes what is a profile's; answers the user, or null when nothing was to be changed. */
export const updateProfile = async (
  identity: Identity,
  { user }: SessionRecord,
  body: UpdateUser,
): Promise<User | null> => {
  if (body['email']) throw updateErrors.EmailNotUpdatable();
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
