/** Row locks on organizations, which serialize changes of their members and their roles. */
import { id } from '@tessera/proto/api/fields';
import type { EntityManager } from 'typeorm';
import { OrganizationEntity, type OrganizationRow } from './entity.ts';

const find = async (
  em: EntityManager,
  organizationId: string,
  mode: 'for_no_key_update' | 'for_key_share' | 'pessimistic_write',
): Promise<OrganizationRow | null> =>
  id.safeParse(organizationId).success
    ? em.findOne(OrganizationEntity, { where: { id: organizationId }, lock: { mode } })
    : null;

/** Locks an organization until the transaction ends: its members, invitations and teams do not change meanwhile. */
export const lockOrganization = (em: EntityManager, organizationId: string) =>
  find(em, organizationId, 'for_no_key_update');

/** Locks an organization for deletion: no new row can refer to it. */
export const lockOrganizationForDelete = (em: EntityManager, organizationId: string) =>
  find(em, organizationId, 'pessimistic_write');

/** Protects an organization from deletion. Taken before locks on any of its rows, to avoid deadlocks. */
export const lockOrganizationKey = (em: EntityManager, organizationId: string) =>
  find(em, organizationId, 'for_key_share');
