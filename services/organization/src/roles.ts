/** Roles of an organization and what they grant (specification, section 6). */
import { grants, type Roles, readRoles, type Statements } from '@tessera/proto/api/roles';

/** All permissions that roles can grant. */
export const statements = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const satisfies Statements;

/** The roles if the configuration defines none. */
export const defaultRoles: Roles = {
  owner: statements,
  admin: { ...statements, organization: ['update'] },
  member: { organization: [], member: [], invitation: [], team: [] },
};

/** Whether a member's roles (comma-separated) include this one, alone or among others. */
export const holdsRole = (held: string, role: string): boolean => readRoles(held).includes(role);

/** Whether roles allow managing an organization: its settings and what it sells. */
export const canManage = (roles: Roles, held: string): boolean =>
  grants(roles, held, { organization: ['update'] });
