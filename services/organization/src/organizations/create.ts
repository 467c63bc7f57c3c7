/** Creating an organization: it and its creator's membership come into being together. */
import { violates } from '@tessera/kit/database';
import { emit, transact } from '@tessera/kit/outbox';
import { askAdminRight } from '@tessera/proto/api/asks';
import type { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { organizationCreated } from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { MemberRow } from '../members/entity.ts';
import { countMemberships, createMember } from '../members/service.ts';
import { nextRevision } from '../revisions.ts';
import type { Service } from '../service.ts';
import { createDefaultTeam } from '../teams/service.ts';
import { OrganizationEntity, type OrganizationRow, slugKey } from './entity.ts';
import { errors } from './errors.ts';
import { bareOrganization, changeOrganization } from './settings.ts';
import { organizationMessage } from './view.ts';

export type Draft = {
  creatorId: string;
  name: string;
  slug: string;
  metadata: Record<string, unknown> | null;
  settings: OrganizationUpdate;
};

export type Created = { organization: OrganizationRow; member: MemberRow };

/**
 * Administrators are those who may take the place of others: what they do here they could have done as them anyway.
 * Their rights are identity's, and asked for as they are now.
 */
export const isAdministrator = async ({ bus }: Service, userId: string): Promise<boolean> =>
  (await bus.ask(askAdminRight, { userId, permissions: { user: ['impersonate'] } })).isGranted;

/** Throws for those who may not create organizations: where the options keep it to administrators, all others. */
export const requireCreator = async (service: Service, { userId }: UserCaller): Promise<void> => {
  if (service.options.allowUserToCreateOrganization) return;
  if (!(await isAdministrator(service, userId))) throw errors.CreationNotAllowed();
};

/** Creates an organization with its creator as first member. Errors: limit reached, slug in use. */
export const createOrganization = async (service: Service, draft: Draft): Promise<Created> => {
  try {
    return await transact(service.db, async (em) => {
      await refuseBeyondLimit(em, service, draft.creatorId);
      const organization = await insertOrganization(em, service, draft);
      const team = await createDefaultTeam(em, service, organization);
      const member = await createMember(em, service, {
        organizationId: organization.id,
        userId: draft.creatorId,
        role: service.options.creatorRole,
        teamId: team?.id ?? null,
      });
      return { organization, member };
    });
  } catch (error) {
    // Two may ask for one slug at once: the index decides, not a look beforehand.
    if (violates(error, slugKey)) throw errors.OrganizationAlreadyExists();
    throw error;
  }
};

const refuseBeyondLimit = async (em: EntityManager, { options }: Service, userId: string): Promise<void> => {
  const limit = options.organizationLimit;
  if (limit !== undefined && (await countMemberships(em, userId)) >= limit) throw errors.LimitReached();
};

const insertOrganization = async (
  em: EntityManager,
  service: Service,
  { name, slug, metadata, settings }: Draft,
): Promise<OrganizationRow> => {
  const now = service.now();
  const row: OrganizationRow = {
    ...changeOrganization(bareOrganization(name), settings, now),
    id: uuidv7(),
    slug,
    metadata,
    createdAt: now,
    modifiedAt: null,
    revision: await nextRevision(em),
  };
  // The driver's types take free JSON for a deep partial entity.
  await em.getRepository(OrganizationEntity).insert(row as object);
  await emit(em, organizationCreated, { organization: organizationMessage(row) });
  return row;
};
