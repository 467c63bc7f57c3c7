/** Roles of users and what they grant (contracts/auth.md, section 11). One table, one evaluator. Pure. */
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { IdentityOptions } from '../options.ts';

/** Resource -> actions. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Everything that can be granted, unless the options say otherwise. */
export const statements = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
} as const satisfies Statements;

type AdminOptions = IdentityOptions['admin'];

/** What rights are asked about: a user, or (without an id) whoever would have this role. */
export type Holder = { id?: string; role?: string | null };

/** The roles that there are. Without roles of its own a configuration names those that may do everything. */
const rolesOf = ({ roles, adminRoles }: AdminOptions): Readonly<Record<string, Statements>> =>
  roles ?? {
    ...Object.fromEntries(adminRoles.map((name) => [name, statements])),
    user: { user: [], session: [] },
  };

/**
 * Whether someone may do all that is wanted. One single role (they are comma-separated) must grant it: roles are not
 * added up. Nothing wanted is refused; unknown roles grant nothing.
 */
export const mayDo = (options: AdminOptions, { id, role }: Holder, wanted: Statements): boolean => {
  if (id !== undefined && options.adminUserIds.includes(id)) return true;
  const roles = rolesOf(options);
  return (
    Object.keys(wanted).length > 0 &&
    (role || options.defaultRole).split(',').some((name) => {
      const granted = own(roles, name.trim());
      return granted !== undefined && grantsAll(granted, wanted);
    })
  );
};

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
  const names = (role || options.defaultRole).split(',');
  return pairsOf(names.map((name) => own(roles, name.trim()) ?? {}));
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

const grantsAll = (role: Statements, wanted: Statements): boolean =>
  Object.entries(wanted).every(([resource, actions]) => {
    const granted = own(role, resource);
    return granted !== undefined && actions.every((action) => granted.includes(action));
  });

// A role called `constructor` must not find what every object inherits.
const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
