/** Ends the data of deleted organizations. */
import { transact } from '@tessera/kit/events/outbox';
import { markOrganizationEnded } from '../access/organizations/entity.ts';
import type { Billing } from '../billing.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { type FollowCatalogChange, pageSize } from '../catalog/changes/worker.ts';
import { archiveProductsOf } from '../catalog/products/archive.ts';
import { expireCheckoutsOf } from '../checkouts/open/expire.ts';
import { revokeGrantsOfSubscriptions } from '../entitlements/granting/changes.ts';
import { voidOwed } from '../renewals/dunning/owed.ts';
import { revokeSubscriptionsOfOrganization } from '../subscriptions/revoke.ts';

/**
 * Archives an organization's products and expires its open checkouts immediately. Its subscriptions and their
 * benefits end page by page in the background. Orders and benefits of one-time purchases stay. Idempotent.
 */
export const endOrganization = (
  { db, now }: Pick<Billing, 'db' | 'now'>,
  organizationId: string,
): Promise<void> =>
  transact(db, async (em) => {
    const time = now();
    await markOrganizationEnded(em, organizationId);
    await archiveProductsOf(em, organizationId, time);
    await expireCheckoutsOf(em, organizationId, time);
    await noteCatalogChange(em, 'organization', { id: organizationId, organizationId });
  });

/** Ended subscriptions are no longer found, so each page starts with the remaining ones. */
export const followOrganization: FollowCatalogChange = async (em, now, { organizationId }) => {
  const ended = await revokeSubscriptionsOfOrganization(em, organizationId, { now, limit: pageSize });
  if (ended.length === 0) return null;
  await revokeGrantsOfSubscriptions(em, ended, now);
  await voidOwed(em, now, ended);
  return 'what is left';
};
