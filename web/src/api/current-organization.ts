import { createContext, useContext } from 'react';
import type { OrganizationBrief } from './organizations.ts';

/** The organization of the address, and what the person may do in it. */
export type CurrentOrganization = {
  organization: OrganizationBrief;
  /** Why this person may not change things here; null when they may. */
  writeRefusal: string | null;
};

export const CurrentOrganizationContext = createContext<CurrentOrganization | null>(null);

export const useCurrentOrganization = (): CurrentOrganization => {
  const current = useContext(CurrentOrganizationContext);
  if (!current) throw new Error('Only pages of an organization have a current organization.');
  return current;
};

/** A role list is one text with commas. Only plain members are known to lack the right to change things. */
export const writeRefusalOf = (role: string | undefined): string | null => {
  const roles = role?.split(',').map((name) => name.trim()) ?? [];
  return roles.some((name) => name !== 'member' && name !== '')
    ? null
    : 'You can look at everything here. Owners and admins of this organization can make changes.';
};
