/** What the billing API changes about organizations. */
import { AppError, kitErrors, refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/outbox';
import type {
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
} from '@tessera/proto/api/billing/organization';
import type { Caller } from '@tessera/proto/api/passport';
import { organizationUpdated } from '@tessera/proto/events/organization';
import { nextRevision } from '../revisions.ts';
import type { Service } from '../service.ts';
import { createOrganization } from './create.ts';
import { OrganizationEntity, type OrganizationRow } from './entity.ts';
import { requirePerson, requireWriter } from './scope.ts';
import { changeOrganization, isReservedSlug } from './settings.ts';
import { organizationMessage, snapshotOf, viewOrganization } from './view.ts';

const slugTaken = () => refuseField(['body', 'slug'], 'An organization with this slug already exists.');

/** Creates an organization with the caller as its creator. Which one is active in their session stays. */
export const createFromBilling = async (
  service: Service,
  caller: Caller,
  { name, slug, ...settings }: OrganizationCreate,
): Promise<Organization> => {
  const creatorId = requirePerson(caller).userId;
  if (isReservedSlug(slug)) throw refuseField(['body', 'slug'], 'This slug is reserved.');
  try {
    const { organization } = await createOrganization(service, {
      creatorId,
      name,
      slug,
      metadata: null,
      settings,
    });
    return viewOrganization(organization);
  } catch (error) {
    if (error instanceof AppError && error.name === 'OrganizationAlreadyExists') throw slugTaken();
    throw error;
  }
};

/** Changes an organization. Errors: not found (also for outsiders), not permitted. */
export const updateOrganization = async (
  service: Service,
  caller: Caller,
  { id, change }: { id: string; change: OrganizationUpdate },
): Promise<Organization> => {
  await requireWriter(service, caller, id);
  return transact(service.db, async (em) => {
    const repository = em.getRepository(OrganizationEntity);
    const stored = await repository.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!stored) throw kitErrors.ResourceNotFound();
    const now = service.now();
    const row: OrganizationRow = {
      ...stored,
      ...changeOrganization(stored, change, now),
      modifiedAt: now,
      revision: await nextRevision(em),
    };
    // The driver's types cannot express a partial JSON column; the row is whole.
    await repository.update({ id }, row as object);
    await emit(em, organizationUpdated, {
      organization: organizationMessage(row),
      organizationId: row.id,
      snapshot: snapshotOf(row),
    });
    return viewOrganization(row);
  });
};
