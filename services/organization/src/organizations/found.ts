/** Founding an organization through the auth API: created, and made the active one. */
import type {
  AuthOrganizationCreate,
  AuthOrganizationCreated,
} from '@tessera/proto/api/organization/organization';
import { viewMember } from '../members/view.ts';
import type { Service } from '../service.ts';
import { tryActivate } from './active.ts';
import { createOrganization } from './create.ts';
import { viewAuthOrganization } from './view.ts';
import type { Visitor } from './visitor.ts';

/** Creates an organization for whoever is signed in (`userId` has no meaning in a request from outside). */
export const found = async (
  service: Service,
  visitor: Visitor,
  { name, slug, logo, metadata, keepCurrentActiveOrganization }: AuthOrganizationCreate,
): Promise<AuthOrganizationCreated> => {
  const { organization, member } = await createOrganization(service, {
    creatorId: visitor.caller.userId,
    name,
    slug,
    metadata: metadata ?? null,
    settings: { avatarUrl: logo },
  });
  if (!keepCurrentActiveOrganization) await tryActivate(service, visitor, organization.id);
  return {
    ...viewAuthOrganization(organization),
    metadata,
    members: [viewMember(service, member)],
  };
};
