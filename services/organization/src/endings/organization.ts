/** Deletes an organization, after ending everything in it with its own events. */
import { emit } from '@tessera/kit/events/outbox';
import { organizationDeleted } from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { endAccessTokens } from '../access-tokens/service.ts';
import { endInvitations } from '../invitations/service.ts';
import { endMemberships } from '../members/service.ts';
import { endOAuthOfOrganization } from '../oauth/end.ts';
import type { OrganizationParts } from '../organization.ts';
import { OrganizationEntity } from '../organizations/entity.ts';
import { endTeams } from '../teams/service.ts';

/** What the mails to those who were members say. `deletedBy` absent: an administrator of this installation. */
type Farewell = { name: string; deletedBy?: string; language: string };

/**
 * Deletes an organization that is locked for deletion. Returns the hashes of its access tokens, whose records must be
 * dropped after the commit. Without a `farewell` nobody is told.
 */
export const endOrganization = async (
  em: EntityManager,
  parts: OrganizationParts,
  organizationId: string,
  farewell?: Farewell,
): Promise<string[]> => {
  const tokenHashes = [
    ...(await endAccessTokens(em, organizationId)),
    ...(await endOAuthOfOrganization(em, organizationId)),
  ];
  await endInvitations(em, parts, organizationId);
  const memberUserIds = await endMemberships(em, parts, organizationId);
  await endTeams(em, organizationId);
  await em.delete(OrganizationEntity, { id: organizationId });
  await emit(em, organizationDeleted, {
    organizationId,
    ...(farewell && { ...farewell, memberUserIds }),
  });
  return tokenHashes;
};
