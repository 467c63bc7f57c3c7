/** Roles of users and the rights that they grant (contracts/auth.md, section 11). Pure. */
import type { SessionRecord } from '@tessera/proto/api/asks';
import { grants, own, type Roles, readRoles, type Statements } from '@tessera/proto/api/roles';
import type { IdentityOptions } from '../options.ts';

/** All rights that roles can grant, unless the options say otherwise. */
const statements = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
} as const satisfies Statements;

type AdminOptions = IdentityOptions['admin'];

/** The subject of a permission check: a user, or (without an id) any user with this role. */
export type Holder = { id?: string; role?: string | null };

/** The configured roles. Without `roles` in the options, `adminRoles` grant everything. */
const rolesOf = ({ roles, adminRoles }: AdminOptions): Roles =>
  roles ?? {
    ...Object.fromEntries(adminRoles.map((name) => [name, statements])),
    user: { user: [], session: [] },
  };

/** Whether a user has all wanted rights; one single role must grant them all. */
export const mayDo = (options: AdminOptions, { id, role }: Holder, wanted: Statements): boolean =>
  (id !== undefined && options.adminUserIds.includes(id)) ||
  grants(rolesOf(options), role || options.defaultRole, wanted);

/**
 * Whether a user has, over all roles together, at least one right that another lacks. Acting on or as such a user
 * would be privilege escalation.
 */
export const holdsMore = (options: AdminOptions, holder: Holder, than: Holder): boolean => {
  const present = rightsOf(options, than);
  return [...rightsOf(options, holder)].some((right) => !present.has(right));
};

const rightsOf = (options: AdminOptions, { id, role }: Holder): ReadonlySet<string> => {
  const roles = rolesOf(options);
  if (id !== undefined && options.adminUserIds.includes(id))
    return pairsOf([statements, options.ac ?? {}, ...Object.values(roles)]);
  return pairsOf(readRoles(role || options.defaultRole).map((name) => own(roles, name) ?? {}));
};

const pairsOf = (granted: Statements[]): ReadonlySet<string> =>
  new Set(
    granted
      .flatMap((one) => Object.entries(one))
      .flatMap(([resource, actions]) => actions.map((action) => JSON.stringify([resource, action]))),
  );

/**
 * Whether a session grants all wanted rights. Impersonated sessions never grant admin rights, whoever the user is.
 */
export const sessionMayDo = (
  options: AdminOptions,
  { session, user }: SessionRecord,
  wanted: Statements,
): boolean =>
  mayDo(options, user, wanted) &&
  (session.impersonatedBy === null ||
    Object.keys(wanted).every((resource) => own<readonly string[]>(statements, resource) === undefined));

/** Lists all roles that can be assigned, with the rights that they grant. */
export const listRoles = (options: AdminOptions) => ({
  roles: Object.entries<Statements>(rolesOf(options)).map(([role, granted]) => ({
    role,
    grants: mutable(granted),
  })),
  defaultRole: options.defaultRole,
});

const mutable = (granted: Statements): Record<string, string[]> =>
  Object.fromEntries(Object.entries(granted).map(([resource, actions]) => [resource, [...actions]]));
