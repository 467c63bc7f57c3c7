/** Asking what someone may do (contracts/auth.md, section 11, POST /admin/has-permission). */
import { AppError } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import type { HasPermission } from '@tessera/proto/api/identity/admin';
import type { Identity } from '../identity.ts';
import { findUser } from '../users/rows.ts';
import { adminErrors } from './errors.ts';
import { isId } from './require.ts';
import { mayDo } from './roles.ts';

/** A session wins over a user's id, and an id over a role; one of them has to be there. */
export const hasPermission = async (
  identity: Identity,
  caller: SessionRecord | null,
  { userId, role, permissions, permission }: HasPermission,
): Promise<boolean> => {
  if (!caller && !userId && !role) throw new AppError(authDialect.unauthorized);
  const asked = caller?.user ?? (userId ? await findAsked(identity, userId) : { role: role ?? null });
  return mayDo(identity.options.admin, asked, permissions ?? permission ?? {});
};

const findAsked = async ({ db }: Identity, userId: string) => {
  const user = isId(userId) ? await findUser(db, userId) : null;
  if (!user) throw adminErrors.NobodyToAsk();
  return user;
};
