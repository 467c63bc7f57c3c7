/** What a client learns of whoever it acts for, by the scopes that it was allowed. */
import { askUser } from '@tessera/proto/api/asks';
import type { UserInfo } from '@tessera/proto/api/organization/oauth/token';
import type { OrganizationParts } from '../../organization.ts';
import { findOrganization } from '../../organizations/service.ts';

/** For whom: one of the two. */
export type Whom = { userId: string } | { organizationId: string };

/** Asks identity, who alone knows whether an address is proven. Null: there is nobody any more. */
export const claimsOf = async (
  parts: OrganizationParts,
  whom: Whom,
  scopes: readonly string[],
): Promise<UserInfo | null> => {
  const hasProfile = scopes.includes('profile');
  if ('organizationId' in whom) {
    const organization = await findOrganization(parts, whom.organizationId);
    if (!organization) return null;
    return { sub: organization.id, ...(hasProfile && { name: organization.name }) };
  }
  const user = await parts.bus.ask(askUser, { userId: whom.userId });
  if (!user) return null;
  return {
    sub: user.id,
    ...(hasProfile && { name: user.name }),
    ...(scopes.includes('email') && { email: user.email, emailVerified: user.isEmailProven ?? false }),
  };
};
