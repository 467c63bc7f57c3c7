/** OpenID Connect claims about the user or organization that a client acts for, limited by the granted scopes. */
import { askUser } from '@tessera/proto/api/asks';
import type { UserInfo } from '@tessera/proto/api/organization/oauth/token';
import type { OrganizationParts } from '../../organization.ts';
import { findOrganization } from '../../organizations/service.ts';
import type { ConsentRow } from '../consents/entity.ts';

/** The subject of a token: a user or an organization. */
export type Whom = { userId: string } | { organizationId: string };

/** Returns the subject of a consent. Pure. */
export const whomOf = ({ organizationId, userId }: Pick<ConsentRow, 'organizationId' | 'userId'>): Whom =>
  organizationId === null ? { userId } : { organizationId };

/** All claims, before they are limited by scopes. Organizations have no e-mail address here. */
export type Claims = UserInfo;

/** Asks identity for a user's claims: only it knows if the address is verified. Null: the subject was deleted. */
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

/** Returns the claims that the scopes allow. Pure. */
export const claimsWithin = (
  { sub, name, email, emailVerified }: Claims,
  scopes: readonly string[],
): UserInfo => ({
  sub,
  ...(scopes.includes('profile') && { name }),
  ...(scopes.includes('email') && email !== undefined && { email, emailVerified }),
});
