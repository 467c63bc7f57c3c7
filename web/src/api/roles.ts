/** The one who made an organization is its owner; only owners make and unmake owners. */
export const ownerRole = 'owner';

/** The roles that a text names, by commas. */
export const rolesOf = (role: string): string[] =>
  role
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const isOwner = (role: string | undefined): boolean => rolesOf(role ?? '').includes(ownerRole);

const known: Record<string, { label: string; meaning: string }> = {
  owner: { label: 'Owner', meaning: 'Everything, including deleting the organization.' },
  admin: { label: 'Admin', meaning: 'Manages products, sales, members and settings.' },
  member: { label: 'Member', meaning: 'Looks at everything, changes nothing.' },
};

/** "owner,admin" -> "Owner, Admin". */
export const describeRole = (role: string): string =>
  rolesOf(role)
    .map((name) => known[name]?.label ?? name)
    .join(', ');

export type RoleChoice = { value: string; label: string; meaning: string };

/** The roles to choose from: the usual ones, and whatever else is in use here, alone or together. */
export const roleChoices = (used: readonly string[]): RoleChoice[] =>
  [...new Set([...Object.keys(known), ...used])].map((value) => ({
    value,
    label: describeRole(value),
    meaning: known[value]?.meaning ?? 'A role of this organization.',
  }));
