/** Roles of an organization and what they grant (specification, section 6). One table, one evaluator. */

/** Resource -> actions. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Role name -> what it grants. */
export type Roles = Readonly<Record<string, Statements>>;

/** Everything that can be granted. */
export const statements = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const satisfies Statements;

/** The roles of an organization whose configuration names none. */
export const defaultRoles: Roles = {
  owner: statements,
  admin: { ...statements, organization: ['update'] },
  member: { organization: [], member: [], invitation: [], team: [] },
};

/**
 * Whether a member's roles (comma-separated) grant all that is wanted. One single role must grant it: roles are not
 * added up. Nothing wanted is refused; a known resource with no actions wanted is granted; unknown roles grant nothing.
 */
export const grants = (roles: Roles, held: string, wanted: Statements): boolean =>
  Object.keys(wanted).length > 0 &&
  held.split(',').some((name) => {
    const role = own(roles, name);
    return role !== undefined && grantsAll(role, wanted);
  });

const grantsAll = (role: Statements, wanted: Statements): boolean =>
  Object.entries(wanted).every(([resource, actions]) => {
    const granted = own(role, resource);
    return granted !== undefined && actions.every((action) => granted.includes(action));
  });

// A role called `constructor` must not find what every object inherits.
const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The roles that a text (by commas) or a list names, each once, without blanks. */
export const readRoles = (role: string | readonly string[]): string[] => {
  const names = (typeof role === 'string' ? [role] : role).flatMap((part) => part.split(','));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
};

/** Whether a member's roles (comma-separated) include this one, alone or among others. */
export const holdsRole = (held: string, role: string): boolean => readRoles(held).includes(role);

/** Whether a role may change an organization's facts, and what it sells. */
export const canManage = (roles: Roles, held: string): boolean =>
  grants(roles, held, { organization: ['update'] });
