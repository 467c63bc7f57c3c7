/** Creates organizations through the auth API, and makes them the active one. */
import type {
  AuthOrganizationCreate,
  AuthOrganizationCreated,
} from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { viewMember } from '../members/view.ts';
import type { OrganizationParts } from '../organization.ts';
import { findUsers } from '../users/service.ts';
import { tryActivate } from './active.ts';
import { createOrganization, isAdministrator, requireCreator } from './create.ts';
import { organizationErrors } from './errors.ts';
import type { RequestContext } from './request-context.ts';
import { isReservedSlug } from './slug.ts';
import { viewAuthOrganization } from './view.ts';

/** Creates an organization for the caller, or for the user that an administrator names. */
export const createForUser = async (
  parts: OrganizationParts,
  context: RequestContext,
  { name, slug, logo, metadata, userId, keepCurrentActiveOrganization }: AuthOrganizationCreate,
): Promise<AuthOrganizationCreated> => {
  await requireCreator(parts, context.caller);
  if (isReservedSlug(slug)) throw organizationErrors.OrganizationAlreadyExists();
  const creatorId = await creatorOf(parts, context.caller, userId);
  const created = await createOrganization(parts, {
    creatorId,
    name,
    slug,
    metadata: metadata ?? null,
    settings: { avatarUrl: logo },
  });
  if (!created) throw organizationErrors.OrganizationAlreadyExists();
  const { organization, member } = created;
  // An administrator's own session does not switch to another user's organization.
  if (!keepCurrentActiveOrganization && creatorId === context.caller.userId)
    await tryActivate(parts, context, organization.id);
  return {
    ...viewAuthOrganization(organization),
    metadata,
    members: [viewMember(parts, member)],
  };
};

/**
 * Returns the owner of the new organization. Only administrators may name another user (specification, section 6);
 * for others the name is ignored.
 */
const creatorOf = async (
  parts: OrganizationParts,
  caller: UserCaller,
  named: string | undefined,
): Promise<string> => {
  const { userId } = caller;
  if (named === undefined || named === userId) return userId;
  if (!(await isAdministrator(parts, caller))) return userId;
  if (!(await findUsers(parts, [named])).has(named)) throw organizationErrors.UserNotFound();
  return named;
};
