/** Holding an organization: whoever changes who belongs to it, or what they are there, takes their turn. */
import { id } from '@tessera/proto/api/fields';
import type { EntityManager } from 'typeorm';
import { OrganizationEntity, type OrganizationRow } from './entity.ts';

const find = async (
  em: EntityManager,
  organizationId: string,
  mode: 'for_no_key_update' | 'for_key_share' | 'pessimistic_write',
): Promise<OrganizationRow | null> =>
  id.safeParse(organizationId).success
    ? em.getRepository(OrganizationEntity).findOne({ where: { id: organizationId }, lock: { mode } })
    : null;

/** Holds it until the transaction ends: members, invitations and teams stay as they are meanwhile. */
export const lockOrganization = (em: EntityManager, organizationId: string) =>
  find(em, organizationId, 'for_no_key_update');

/** Holds it for its deletion: nothing new may refer to it. */
export const lockOrganizationForDelete = (em: EntityManager, organizationId: string) =>
  find(em, organizationId, 'pessimistic_write');

/** Keeps it from being deleted. Taken before any row that belongs to it, so that nobody waits in a circle. */
export const lockOrganizationKey = (em: EntityManager, organizationId: string) =>
  find(em, organizationId, 'for_key_share');
