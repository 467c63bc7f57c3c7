import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { StatusReply } from '@tessera/proto/api/identity/account';
import {
  BanUser,
  CreateUser,
  HasPermission,
  HasPermissionReply,
  ListRolesReply,
  ListUsersQuery,
  ListUsersReply,
  OfUser,
  SetRole,
  SetUserPassword,
  UserReply,
} from '@tessera/proto/api/identity/admin';
import { z } from 'zod';
import type { Identity } from '../identity.ts';
import { requireSession } from '../sessions/require.ts';
import type { User } from '../users/entity.ts';
import { adminErrors } from './errors.ts';
import { listUsers } from './list.ts';
import { requireAdmin, requireAnyRight } from './require.ts';
import { listRoles, sessionMayDo } from './roles.ts';
import { addUser, banUser, setRole, setUserPassword, unbanUser } from './users.ts';

const endpoint = endpointFor(authDialect);
const toBan = { wanted: { user: ['ban'] }, refusal: adminErrors.MayNotBan };

/** Admin routes for users. */
export const adminUserRoutes = (identity: Identity): Router => {
  const { fields } = identity;
  const reply = UserReply.extend({ user: fields.user.nullable() });
  const show = (user: User | null) => ({ user: user && fields.show(user) });
  return Router()
    .post(
      '/admin/set-role',
      endpoint({ body: SetRole, reply, summary: "Set a user's role" }, async ({ body, req }) => {
        const right = { wanted: { user: ['set-role'] }, refusal: adminErrors.MayNotSetRole };
        const caller = await requireAdmin(identity, req, right);
        return show(await setRole(identity, caller, body));
      }),
    )
    .post(
      '/admin/create-user',
      endpoint({ body: CreateUser, reply, summary: 'Create a user' }, async ({ body, req }) => {
        const right = { wanted: { user: ['create'] }, refusal: adminErrors.MayNotCreate };
        const caller = await requireAdmin(identity, req, right);
        return show(await addUser(identity, caller, body));
      }),
    )
    .get(
      '/admin/list-users',
      endpoint(
        {
          query: ListUsersQuery,
          reply: ListUsersReply.extend({ users: z.array(fields.user) }),
          summary: 'List users',
        },
        async ({ query, req }) => {
          const right = { wanted: { user: ['list'] }, refusal: adminErrors.MayNotList };
          await requireAdmin(identity, req, right);
          return listUsers(identity, query);
        },
      ),
    )
    .get(
      '/admin/list-roles',
      endpoint({ reply: ListRolesReply, summary: 'List the roles that users can have' }, async ({ req }) => {
        const wanted = [{ user: ['set-role'] }, { user: ['create'] }];
        await requireAnyRight(identity, req, { wanted, refusal: adminErrors.MayNotListRoles });
        return listRoles(identity.options.admin);
      }),
    )
    .post(
      '/admin/ban-user',
      endpoint({ body: BanUser, reply, summary: 'Ban a user' }, async ({ body, req }) => {
        const caller = await requireAdmin(identity, req, toBan);
        return show(await banUser(identity, caller, body));
      }),
    )
    .post(
      '/admin/unban-user',
      endpoint({ body: OfUser, reply, summary: 'Unban a user' }, async ({ body, req }) => {
        const caller = await requireAdmin(identity, req, toBan);
        return show(await unbanUser(identity, caller, body));
      }),
    )
    .post(
      '/admin/set-user-password',
      endpoint(
        { body: SetUserPassword, reply: StatusReply, summary: 'Set a user’s password' },
        async ({ body, req }) => {
          const right = { wanted: { user: ['set-password'] }, refusal: adminErrors.MayNotSetPassword };
          const caller = await requireAdmin(identity, req, right);
          await setUserPassword(identity, caller, body);
          return { status: true };
        },
      ),
    )
    .post(
      '/admin/has-permission',
      endpoint(
        { body: HasPermission, reply: HasPermissionReply, summary: "Check a user's permissions" },
        async ({ body: { permissions, permission }, req }) => {
          const caller = await requireSession(identity, req);
          const success = sessionMayDo(identity.options.admin, caller, permissions ?? permission ?? {});
          return { error: null, success };
        },
      ),
    );
};
