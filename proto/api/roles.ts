/** Permissions of roles, and how they are evaluated in all services. Pure. */

/** Resource -> actions. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Role name -> its permissions. */
export type Roles = Readonly<Record<string, Statements>>;

/** Returns an own property: a key such as `constructor` must not find an inherited one. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Parses role names from a comma-separated text or a list: trimmed, without duplicates. */
export const readRoles = (role: string | readonly string[]): string[] => {
  const names = (typeof role === 'string' ? [role] : role).flatMap((part) => part.split(','));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
};

/**
 * Whether one of the held roles (comma-separated) grants all wanted permissions; roles are not combined. False if
 * nothing is wanted; a known resource with an empty list of actions is granted; unknown roles grant nothing.
 */
export const grants = (roles: Roles, held: string, wanted: Statements): boolean =>
  Object.keys(wanted).length > 0 &&
  readRoles(held).some((name) => {
    const role = own(roles, name);
    return role !== undefined && grantsAll(role, wanted);
  });

const grantsAll = (role: Statements, wanted: Statements): boolean =>
  Object.entries(wanted).every(([resource, actions]) => {
    const granted = own(role, resource);
    return granted !== undefined && actions.every((action) => granted.includes(action));
  });
