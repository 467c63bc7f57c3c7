/** Roles of users and what they grant (contracts/auth.md, section 11). Pure. */
import type { SessionRecord } from '@tessera/proto/api/asks';
import { grants, own, type Roles, readRoles, type Statements } from '@tessera/proto/api/roles';
import type { IdentityOptions } from '../options.ts';

/** Everything that can be granted, unless the options say otherwise. */
export const statements = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
} as const satisfies Statements;

type AdminOptions = IdentityOptions['admin'];

/** What rights are asked about: a user, or (without an id) whoever would have this role. */
export type Holder = { id?: string; role?: string | null };

/** The roles that there are. Without roles of its own a configuration names those that may do everything. */
const rolesOf = ({ roles, adminRoles }: AdminOptions): Roles =>
  roles ?? {
    ...Object.fromEntries(adminRoles.map((name) => [name, statements])),
    user: { user: [], session: [] },
  };

/** Whether someone may do all that is wanted; one single role must grant it. */
export const mayDo = (options: AdminOptions, { id, role }: Holder, wanted: Statements): boolean =>
  (id !== undefined && options.adminUserIds.includes(id)) ||
  grants(rolesOf(options), role || options.defaultRole, wanted);

/**
 * Whether someone holds at least one right that another lacks, over all their roles together. Whoever could act on such
 * a user, as them or in their place, would rise by it.
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
 * Whether a session may do all that is wanted: one that an administrator opened as someone else may do nothing of what
 * administrators do, whoever that is.
 */
export const sessionMayDo = (
  options: AdminOptions,
  { session, user }: SessionRecord,
  wanted: Statements,
): boolean =>
  mayDo(options, user, wanted) &&
  (session.impersonatedBy === null ||
    Object.keys(wanted).every((resource) => own<readonly string[]>(statements, resource) === undefined));

/** Every role that can be given, with what it grants. */
export const listRoles = (options: AdminOptions) => ({
  roles: Object.entries<Statements>(rolesOf(options)).map(([role, granted]) => ({
    role,
    grants: mutable(granted),
  })),
  defaultRole: options.defaultRole,
});

const mutable = (granted: Statements): Record<string, string[]> =>
  Object.fromEntries(Object.entries(granted).map(([resource, actions]) => [resource, [...actions]]));
