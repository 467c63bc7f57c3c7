/** What roles grant, and what somebody who holds some may do: the one evaluator of all services. Pure. */

/** Resource -> actions. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Role name -> what it grants. */
export type Roles = Readonly<Record<string, Statements>>;

/** A value by its own name; one called `constructor` must not find what every object inherits. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The roles that a text (by commas) or a list names, each once, without blanks. */
export const readRoles = (role: string | readonly string[]): string[] => {
  const names = (typeof role === 'string' ? [role] : role).flatMap((part) => part.split(','));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
};

/**
 * Whether held roles (comma-separated) grant all that is wanted. One single role must grant it: roles are not added up.
 * Nothing wanted is refused; a known resource with no actions wanted is granted; unknown roles grant nothing.
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
