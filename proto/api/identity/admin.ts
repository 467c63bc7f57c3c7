/** Administration of users (contracts/auth.md, section 11). */
import { z } from 'zod';
import { mapOf, text } from '../fields.ts';
import { timestampInput } from '../wire.ts';
import { AuthSession, AuthUser } from './session.ts';

/** A user id, lower-case in code for comparisons; numbers are converted to text. */
const userId = z.union([text, z.number()]).transform((value) => String(value).toLowerCase());
const roles = z
  .union([text.max(500), z.array(text.max(100)).max(50)])
  .transform((role) => (typeof role === 'string' ? role : role.join(',')))
  .refine((role) => role !== '', 'Must name a role');

export const OfUser = z.object({ userId });
export type OfUser = z.output<typeof OfUser>;
export const SetRole = OfUser.extend({ role: roles });
export type SetRole = z.output<typeof SetRole>;

/** A password of any length but 0: with an empty one, anyone who knows the address could sign in. */
const password = text.min(1);

/** Body of `POST /admin/create-user`. `data` overrides the other fields. */
export const CreateUser = z.object({
  email: text.max(254),
  password,
  name: text.max(500),
  role: roles.optional(),
  data: z
    .object({
      name: text.max(500),
      image: text.max(1_000_000).nullable(),
      emailVerified: z.boolean(),
      username: text.max(500).nullable(),
      displayUsername: text.max(500).nullable(),
      role: roles,
      banned: z.boolean().nullable(),
      banReason: text.max(2000).nullable(),
      banExpires: timestampInput.nullable(),
      email: text.max(254),
    })
    .partial()
    // Also accepts fields that the configuration adds to users.
    .loose()
    .optional(),
});
export type CreateUser = z.output<typeof CreateUser>;

/** A number in a query, as number or text; invalid values and 0 count as absent. */
const amount = z.union([z.number(), z.string()]).transform((value) => Number(value) || undefined);

/** Query of `GET /admin/list-users`. */
export const ListUsersQuery = z.object({
  searchValue: text.optional(),
  searchField: z.enum(['email', 'name']).default('email'),
  searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).default('contains'),
  limit: amount.optional(),
  offset: amount.optional(),
  sortBy: text.optional(),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  filterField: text.transform((field) => field || 'email').default('email'),
  filterValue: z.union([text, z.number(), z.boolean()]).transform(String).optional(),
  /** `has`: the role is one of the user's roles. Addition to the contract, whose `eq` compares the whole text. */
  filterOperator: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'has']).default('eq'),
});
export type ListUsersQuery = z.output<typeof ListUsersQuery>;
/** `total` counts all matches; `limit` and `offset` repeat the query's. */
export const ListUsersReply = z.object({
  users: z.array(AuthUser),
  total: z.number(),
  limit: z.number().optional(),
  offset: z.number().optional(),
});

/** Body of `POST /admin/ban-user`. `banExpiresIn`: seconds; absent or 0: permanent, unless configured otherwise. */
export const BanUser = OfUser.extend({
  banReason: text.max(2000).optional(),
  banExpiresIn: z.number().min(0).max(10_000_000_000).optional(),
});
export type BanUser = z.output<typeof BanUser>;
export const SetUserPassword = OfUser.extend({ newPassword: password });
export type SetUserPassword = z.output<typeof SetUserPassword>;
export const OfSession = z.object({ sessionToken: text });

const Permission = mapOf(text, z.array(text));
/** Body of `POST /admin/has-permission`: exactly one of `permissions` and `permission`. */
export const HasPermission = z
  .object({
    userId: userId.optional(),
    role: text.optional(),
    permissions: Permission.optional(),
    permission: Permission.optional(),
  })
  .refine((body) => (body.permissions === undefined) !== (body.permission === undefined));
export type HasPermission = z.output<typeof HasPermission>;
export const HasPermissionReply = z.object({ error: z.null(), success: z.boolean() });

/** The user after the change, or null if not found. */
export const UserReply = z.object({ user: AuthUser.nullable() });
export const UserSessionsReply = z.object({ sessions: z.array(AuthSession) });

/** Reply of `GET /admin/list-roles`: all assignable roles, with their permissions (resource -> actions). */
export const ListRolesReply = z.object({
  roles: z.array(z.object({ role: z.string(), grants: Permission })),
  /** The role of users without another one. */
  defaultRole: z.string(),
});
export type ListRolesReply = z.infer<typeof ListRolesReply>;
