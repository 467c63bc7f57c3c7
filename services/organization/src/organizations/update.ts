/** Creates and changes organizations through the billing API, and changes them through the auth API. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type {
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
} from '@tessera/proto/api/billing/organization';
import type {
  AuthOrganizationUpdate,
  AuthOrganizationUpdated,
} from '@tessera/proto/api/organization/organization';
import type { Caller, UserCaller } from '@tessera/proto/api/passport';
import { organizationUpdated } from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { lockMembership, requireManagerOf } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { nextRevision } from '../revisions.ts';
import { canManage } from '../roles.ts';
import { createOrganization, requireCreator } from './create.ts';
import { OrganizationEntity, type OrganizationRow } from './entity.ts';
import { organizationErrors } from './errors.ts';
import { lockOrganization } from './lock.ts';
import { isForUser, requireUser } from './scope.ts';
import { changeOrganization } from './settings.ts';
import { claimSlug, isReservedSlug, isSlugTaken } from './slug.ts';
import { organizationMessage, snapshotOf, viewAuthOrganization, viewOrganization } from './view.ts';

const slugTaken = () => refuseField(['body', 'slug'], 'An organization with this slug already exists.');

/**
 * Creates an organization owned by the calling user, or by the user for whom an OAuth client acts. The session's
 * active organization does not change.
 */
export const createFromBilling = async (
  parts: OrganizationParts,
  caller: Caller,
  { name, slug, ...settings }: OrganizationCreate,
): Promise<Organization> => {
  const creator = requireUser(caller);
  await requireCreator(parts, creator);
  if (isReservedSlug(slug)) throw refuseField(['body', 'slug'], 'This slug is reserved.');
  const draft = { creatorId: creator.userId, name, slug, metadata: null, settings };
  const created = await createOrganization(parts, draft);
  if (!created) throw slugTaken();
  return viewOrganization(created.organization);
};

/** Changes an organization. Throws ResourceNotFound and NotPermitted. */
export const updateOrganization = async (
  parts: OrganizationParts,
  caller: Caller,
  { id, change }: { id: string; change: OrganizationUpdate },
): Promise<Organization> =>
  transact(parts.db, async (em) => {
    const stored = await lockOrganization(em, id);
    if (!stored) throw kitErrors.ResourceNotFound();
    // The caller may have been removed or demoted while this waited for the lock.
    if (isForUser(caller))
      await requireManagerOf(em, parts, { userId: caller.userId, organizationId: stored.id });
    const settings = changeOrganization(stored, change, parts.now());
    if (leavesAsIs(stored, settings)) return viewOrganization(stored);
    return viewOrganization(await storeChange(em, parts, { ...stored, ...settings }));
  });

/** Changes an organization through the auth API. Throws NotInOrganization, UpdateNotAllowed and SlugTaken. */
export const updateThroughAuth = async (
  parts: OrganizationParts,
  { userId, activeOrganizationId }: UserCaller,
  { data: { logo, metadata, name, slug }, ...named }: AuthOrganizationUpdate,
): Promise<AuthOrganizationUpdated> => {
  const organizationId = named.organizationId || activeOrganizationId;
  if (!organizationId) throw organizationErrors.OrganizationNotFound();
  try {
    return await transact(parts.db, async (em) => {
      const stored = await lockOrganization(em, organizationId);
      const own = stored && (await lockMembership(em, { userId, organizationId }));
      if (!own) throw organizationErrors.NotInOrganization();
      if (!canManage(parts.options.roles, own.role)) throw organizationErrors.UpdateNotAllowed();
      if (leavesAsIs(stored, { logo, metadata, name, slug })) return viewUpdated(stored);
      if (slug !== undefined && slug !== stored.slug) await requireFreeSlug(em, slug, stored.id);
      const row = {
        ...stored,
        name: name ?? stored.name,
        slug: slug ?? stored.slug,
        logo: logo === undefined ? stored.logo : logo,
        metadata: metadata === undefined ? stored.metadata : metadata,
      };
      return viewUpdated(await storeChange(em, parts, row));
    });
  } catch (error) {
    if (isSlugTaken(error)) throw organizationErrors.SlugTaken();
    throw error;
  }
};

const requireFreeSlug = async (em: EntityManager, slug: string, own: string): Promise<void> => {
  if (isReservedSlug(slug) || !(await claimSlug(em, slug, own))) throw organizationErrors.SlugTaken();
};

/** As in the reply of create, metadata is an object here, absent if empty (contracts/auth.md, section 10). */
const viewUpdated = (row: OrganizationRow): AuthOrganizationUpdated => {
  const { metadata: _, ...organization } = viewAuthOrganization(row);
  return { ...organization, ...(row.metadata !== null && { metadata: row.metadata }) };
};

/** Stores a changed organization and emits its event. */
const storeChange = async (
  em: EntityManager,
  parts: OrganizationParts,
  changed: OrganizationRow,
): Promise<OrganizationRow> => {
  const row = { ...changed, modifiedAt: parts.now(), revision: await nextRevision(em) };
  // The driver's types cannot express a partial JSON column; the row is complete.
  await em.update(OrganizationEntity, { id: row.id }, row as object);
  await emit(em, organizationUpdated, {
    organization: organizationMessage(row),
    organizationId: row.id,
    snapshot: snapshotOf(row),
  });
  return row;
};
