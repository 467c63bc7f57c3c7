import type { OwnMembership } from '@tessera/proto/api/organization/directory';
import { t } from '../../i18n/t.ts';

/** Splits a role text at its commas. */
export const rolesOf = (role: string): string[] =>
  role
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Whether a member is an owner. The last owner must stay, and only owners can change owners. */
export const isOwner = (role: string | undefined, creatorRole: string): boolean =>
  rolesOf(role ?? '').includes(creatorRole);

const nothing = () => t('shared:looksAtEverythingChangesNothing');

const usual = (): Record<string, string> => ({
  owner: t('shared:everythingIncludingDeletingTheOrganization'),
  admin: t('shared:managesProductsSalesMembers'),
  member: nothing(),
});

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const names = (): Record<string, string> => ({
  owner: t('shared:owner'),
  admin: t('shared:admin'),
  member: t('shared:member'),
});

/** "owner,night-shift" -> "Owner, Night-shift". */
export const describeRole = (role: string): string =>
  rolesOf(role)
    .map((name) => names()[name] ?? capitalized(name))
    .join(', ');

export type RoleChoice = { value: string; label: string; meaning: string };

type Roles = Pick<OwnMembership, 'roles' | 'hasCustomRoles'>;

/** The server's roles, and those that a member holds although the server has them no more. */
export const roleChoices = ({ roles, hasCustomRoles }: Roles, held = ''): RoleChoice[] => {
  const known = roles.map(({ name, grants }) => ({
    value: name,
    label: describeRole(name),
    meaning: (!hasCustomRoles && usual()[name]) || describeGrants(grants),
  }));
  const lost = rolesOf(held).filter((name) => !roles.some((role) => role.name === name));
  return [
    ...known,
    ...lost.map((name) => ({
      value: name,
      label: describeRole(name),
      meaning: t('shared:notARole'),
    })),
  ];
};

/** All built-in resources; the operator's own keep their spelling. */
const resources = (): Record<string, string> => ({
  organization: t('shared:right.organization'),
  member: t('shared:right.member'),
  invitation: t('shared:right.invitation'),
  team: t('shared:right.team'),
});
const actions = (): Record<string, string> => ({
  create: t('shared:right.create'),
  update: t('shared:right.update'),
  delete: t('shared:right.delete'),
  cancel: t('shared:right.cancel'),
});

/** What a custom role grants: "Invitations: create, cancel. Teams: change." */
const describeGrants = (grants: Readonly<Record<string, readonly string[]>>): string => {
  const parts = Object.entries(grants).filter(([, granted]) => granted.length > 0);
  if (parts.length === 0) return nothing();
  const words = actions();
  return parts
    .map(([resource, granted]) => {
      const doing = granted.map((action) => words[action] ?? action).join(', ');
      return `${resources()[resource] ?? capitalized(resource)}: ${doing}.`;
    })
    .join(' ');
};
