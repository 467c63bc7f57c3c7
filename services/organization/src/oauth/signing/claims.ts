/** What a client learns of whoever it acts for, by the scopes that it was allowed. */
import { askUser } from '@tessera/proto/api/asks';
import type { UserInfo } from '@tessera/proto/api/organization/oauth/token';
import type { OrganizationParts } from '../../organization.ts';
import { findOrganization } from '../../organizations/service.ts';
import type { ConsentRow } from '../consents/entity.ts';

/** For whom: one of the two. */
export type Whom = { userId: string } | { organizationId: string };

/** For whom a consent lets a client act. Pure. */
export const whomOf = ({ organizationId, userId }: Pick<ConsentRow, 'organizationId' | 'userId'>): Whom =>
  organizationId === null ? { userId } : { organizationId };

/** All that there is to tell; an organization has no address here. */
export type Claims = UserInfo;

/** Asks identity, who alone knows whether an address is proven. Null: there is nobody any more. */
export const findClaims = async (parts: OrganizationParts, whom: Whom): Promise<Claims | null> => {
  if ('organizationId' in whom) {
    const organization = await findOrganization(parts, whom.organizationId);
    return organization && { sub: organization.id, name: organization.name };
  }
  const user = await parts.bus.ask(askUser, { userId: whom.userId });
  return (
    user && { sub: user.id, name: user.name, email: user.email, emailVerified: user.isEmailProven ?? false }
  );
};

/** What scopes open of it. Pure. */
export const claimsWithin = (
  { sub, name, email, emailVerified }: Claims,
  scopes: readonly string[],
): UserInfo => ({
  sub,
  ...(scopes.includes('profile') && { name }),
  ...(scopes.includes('email') && email !== undefined && { email, emailVerified }),
});
