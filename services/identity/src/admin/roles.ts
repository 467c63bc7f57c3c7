/** Roles of users and what they grant (contracts/auth.md, section 11). One table, one evaluator. Pure. */
import type { IdentityOptions } from '../options.ts';

/** Resource -> actions. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Everything that can be granted, unless the options say otherwise. */
export const statements = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
} as const satisfies Statements;

type AdminOptions = IdentityOptions['admin'];

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
export const mayDo = (
  options: AdminOptions,
  { id, role }: { id?: string; role?: string | null },
  wanted: Statements,
): boolean => {
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
