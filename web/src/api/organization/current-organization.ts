import type { OwnMembership } from '@tessera/proto/api/organization/directory';
import { createContext, useContext } from 'react';
import { t } from '../../i18n/t.ts';
import type { OrganizationBrief } from './organizations.ts';

/** The organization of the address, and the user's permissions in it. */
export type CurrentOrganization = {
  organization: OrganizationBrief;
  /** Why the user may not write here; null when allowed. */
  writeRefusal: string | null;
  /** Why an administrator who acts as the user may not do what only the user in person may; else null. */
  personRefusal: string | null;
};

export const CurrentOrganizationContext = createContext<CurrentOrganization | null>(null);

export const useCurrentOrganization = (): CurrentOrganization => {
  const current = useContext(CurrentOrganizationContext);
  if (!current) throw new Error('Only pages of an organization have a current organization.');
  return current;
};

/** Why the user may not change the organization and its catalog; null when allowed. */
export const writeRefusalOf = ({
  allowed,
  hasCustomRoles,
}: Pick<OwnMembership, 'allowed' | 'hasCustomRoles'>): string | null => {
  if (allowed['organization']?.includes('update')) return null;
  return hasCustomRoles ? t('shared:youCanLookAtEverything') : t('shared:youCanLookAtEverythingHere');
};
