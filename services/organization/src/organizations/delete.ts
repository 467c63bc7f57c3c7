/** Deletes an organization with its members, teams, invitations and access tokens. */
import { transact } from '@tessera/kit/events/outbox';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type { AuthOrganization } from '@tessera/proto/api/organization/organization';
import { grants } from '@tessera/proto/api/roles';
import { dropRecord } from '../access-tokens/revocations.ts';
import { mailLanguages } from '../endings/mail.ts';
import { endOrganization } from '../endings/organization.ts';
import { lockMembership } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { clearActive } from './active.ts';
import { organizationErrors } from './errors.ts';
import { lockOrganizationForDelete } from './lock.ts';
import type { RequestContext } from './request-context.ts';
import { viewAuthOrganization } from './view.ts';

/** Deletes an organization, if the caller's role allows it, and clears it from sessions; others follow by event. */
export const deleteOrganization = async (
  parts: OrganizationParts,
  context: RequestContext,
  organizationId: string,
): Promise<AuthOrganization> => {
  if (organizationId === '') throw organizationErrors.OrganizationNotFound();
  const { options } = parts;
  const { userId, isImpersonated } = context.caller;
  const { organization, tokenHashes } = await transact(parts.db, async (em) => {
    const organization = await lockOrganizationForDelete(em, organizationId);
    const own = organization && (await lockMembership(em, { userId, organizationId }));
    if (!own) throw organizationErrors.NotInOrganization();
    if (!grants(options.roles, own.role, { organization: ['delete'] }))
      throw organizationErrors.DeletionNotAllowed();
    if (options.organizationDeletion.disabled) throw organizationErrors.DeletionDisabled();
    const tokenHashes = await endOrganization(em, parts, organization.id, {
      name: organization.name,
      // A deletion by an administrator in their name is none that they made.
      ...(!isImpersonated && { deletedBy: userId }),
      language: requestedLanguage(mailLanguages),
    });
    return { organization, tokenHashes };
  });
  await Promise.all(tokenHashes.map((hash) => dropRecord(parts, hash)));
  await clearActive(parts, { organizationId: organization.id, userId: null }, context);
  return viewAuthOrganization(organization);
};
