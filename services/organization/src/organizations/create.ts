/** Creates an organization together with its creator's membership. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { askAdminRight } from '@tessera/proto/api/asks';
import type { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { organizationCreated } from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { MemberRow } from '../members/entity.ts';
import { countMemberships, createMember } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { nextRevision } from '../revisions.ts';
import { createDefaultTeam } from '../teams/service.ts';
import { lockUser } from '../users/departure.ts';
import { OrganizationEntity, type OrganizationRow } from './entity.ts';
import { organizationErrors } from './errors.ts';
import { bareOrganization, changeOrganization } from './settings.ts';
import { claimSlug, isSlugTaken } from './slug.ts';
import { organizationMessage } from './view.ts';

export type Draft = {
  creatorId: string;
  name: string;
  slug: string;
  metadata: Record<string, unknown> | null;
  settings: OrganizationUpdate;
};

/** The creator: the user, or the user for whom an OAuth client acts. */
export type Creator = Pick<UserCaller, 'userId' | 'isImpersonated'>;

export type Created = { organization: OrganizationRow; member: MemberRow };

/**
 * Whether the caller is an administrator: a user who may impersonate others, and so could do the same as them anyway.
 * Asks identity for the current permissions. Impersonated sessions never are.
 */
export const isAdministrator = async (
  { bus }: OrganizationParts,
  { userId, isImpersonated }: Creator,
): Promise<boolean> =>
  !isImpersonated &&
  (await bus.ask(askAdminRight, { userId, permissions: { user: ['impersonate'] } })).isGranted;

/** Throws CreationNotAllowed unless the caller may create organizations; the options may require administrators. */
export const requireCreator = async (parts: OrganizationParts, caller: Creator): Promise<void> => {
  if (parts.options.allowUserToCreateOrganization) return;
  if (!(await isAdministrator(parts, caller))) throw organizationErrors.CreationNotAllowed();
};

/**
 * Creates an organization with its creator as first member. Null: the slug is in use. Throws LimitReached, and
 * UserNotFound when the creator's account was deleted.
 */
export const createOrganization = async (parts: OrganizationParts, draft: Draft): Promise<Created | null> => {
  try {
    return await transact(parts.db, async (em) => {
      if (!(await lockUser(em, draft.creatorId))) throw organizationErrors.UserNotFound();
      await refuseBeyondLimit(em, parts, draft.creatorId);
      if (!(await claimSlug(em, draft.slug))) return null;
      const organization = await insertOrganization(em, parts, draft);
      const team = await createDefaultTeam(em, parts, organization);
      const member = await createMember(em, parts, {
        organizationId: organization.id,
        userId: draft.creatorId,
        role: parts.options.creatorRole,
        teamId: team?.id ?? null,
      });
      return { organization, member };
    });
  } catch (error) {
    if (isSlugTaken(error)) return null;
    throw error;
  }
};

const refuseBeyondLimit = async (
  em: EntityManager,
  { options }: OrganizationParts,
  userId: string,
): Promise<void> => {
  const limit = options.organizationLimit;
  if (limit !== undefined && (await countMemberships(em, userId)) >= limit)
    throw organizationErrors.LimitReached();
};

const insertOrganization = async (
  em: EntityManager,
  parts: OrganizationParts,
  { name, slug, metadata, settings }: Draft,
): Promise<OrganizationRow> => {
  const now = parts.now();
  const row: OrganizationRow = {
    ...changeOrganization(bareOrganization(name), settings, now),
    id: uuidv7(),
    slug,
    metadata,
    createdAt: now,
    modifiedAt: null,
    revision: await nextRevision(em),
  };
  // The driver's types treat free-form JSON as a deep partial entity.
  await em.insert(OrganizationEntity, row as object);
  await emit(em, organizationCreated, { organization: organizationMessage(row) });
  return row;
};
