/** Attempts again what another platform has refused, after the seller has set it right. */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { BenefitGrant } from '@tessera/proto/api/billing/benefit-grant';
import type { Billing } from '../../billing.ts';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { platformOf } from '../../catalog/benefits/platform.ts';
import type { FollowCatalogChange } from '../../catalog/changes/worker.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { GrantEntity } from '../grants/entity.ts';
import { viewGrant } from '../grants/view.ts';
import { noteAccesses, noteWaitingAccesses } from './entity.ts';
import { accessErrors } from './errors.ts';

/** Throws ResourceNotFound, or GrantNotWaiting for a grant that is granted, revoked or not on another platform. */
export const retryGrant = async (
  { db, now }: Billing,
  benefit: BenefitRow,
  grantId: string,
): Promise<BenefitGrant> => {
  const row = await db.manager.findOneBy(GrantEntity, { id: grantId, benefitId: benefit.id });
  const [customer] = row ? await findCustomersByIds(db.manager, [row.customerId]) : [];
  if (!row || !customer) throw kitErrors.ResourceNotFound();
  if (row.grantedAt || row.revokedAt || !platformOf(benefit)) throw accessErrors.GrantNotWaiting();
  await transact(db, (em) => noteAccesses(em, now(), [row]));
  return viewGrant(row, customer);
};

export const followDiscordConnected: FollowCatalogChange = async (em, _now, { organizationId }) => {
  await noteWaitingAccesses(em, { organizationId, type: 'discord' });
  return null;
};

export const followGitHubConnected: FollowCatalogChange = async (em, _now, { organizationId }) => {
  await noteWaitingAccesses(em, { organizationId, type: 'github_repository' });
  return null;
};
