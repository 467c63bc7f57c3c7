/** What billing knows of organizations. */

import { kitErrors } from '@tessera/kit/errors';
import { askOrganization, type OrganizationFacts } from '@tessera/proto/api/asks';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { findOrganizationRow, isOrganizationEnded, storeOrganization } from './entity.ts';

/** An organization; the owner is asked when the copy has none yet. Throws ResourceNotFound. Not for use inside a transaction. */
export const getOrganization = async (
  { db, bus }: Pick<Billing, 'db' | 'bus'>,
  organizationId: string,
): Promise<OrganizationFacts> => {
  const known = await findOrganizationRow(db.manager, organizationId);
  if (known?.isDeleted) throw kitErrors.ResourceNotFound();
  if (known) return known;
  const answer = await bus.ask(askOrganization, { organizationId });
  if (!answer) throw kitErrors.ResourceNotFound();
  await storeOrganization(db.manager, { ...answer, isDeleted: false, revision: '0' });
  return answer;
};

/** As `getOrganization`, for what was sold before: an organization that is gone since is answered too. */
export const getSeller = async (
  billing: Pick<Billing, 'db' | 'bus'>,
  organizationId: string,
): Promise<OrganizationFacts> =>
  (await findOrganizationRow(billing.db.manager, organizationId)) ?? getOrganization(billing, organizationId);

/** Whether an organization is gone; it cannot end before the caller's transaction has. */
export const hasEnded = (em: EntityManager, organizationId: string): Promise<boolean> =>
  isOrganizationEnded(em, organizationId);
