/** Founding an organization through the auth API: created, and made the active one. */
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
import { errors } from './errors.ts';
import type { RequestContext } from './request-context.ts';
import { isReservedSlug } from './slug.ts';
import { viewAuthOrganization } from './view.ts';

/** Creates an organization for whoever is signed in, or for the user an administrator names. */
export const createForUser = async (
  parts: OrganizationParts,
  context: RequestContext,
  { name, slug, logo, metadata, userId, keepCurrentActiveOrganization }: AuthOrganizationCreate,
): Promise<AuthOrganizationCreated> => {
  await requireCreator(parts, context.caller);
  if (isReservedSlug(slug)) throw errors.OrganizationAlreadyExists();
  const creatorId = await creatorOf(parts, context.caller, userId);
  const created = await createOrganization(parts, {
    creatorId,
    name,
    slug,
    metadata: metadata ?? null,
    settings: { avatarUrl: logo },
  });
  if (!created) throw errors.OrganizationAlreadyExists();
  const { organization, member } = created;
  // Somebody else's organization is nothing for the administrator's own session.
  if (!keepCurrentActiveOrganization && creatorId === context.caller.userId)
    await tryActivate(parts, context, organization.id);
  return {
    ...viewAuthOrganization(organization),
    metadata,
    members: [viewMember(parts, member)],
  };
};

/**
 * Who owns what is created: naming somebody else is for administrators (specification, section 6); of others the name
 * is not heard.
 */
const creatorOf = async (
  parts: OrganizationParts,
  caller: UserCaller,
  named: string | undefined,
): Promise<string> => {
  const { userId } = caller;
  if (named === undefined || named === userId) return userId;
  if (!(await isAdministrator(parts, caller))) return userId;
  if (!(await findUsers(parts, [named])).has(named)) throw errors.UserNotFound();
  return named;
};
