/** What becomes of all that billing holds of an organization that is gone. */
import { transact } from '@tessera/kit/outbox';
import { markOrganizationEnded } from '../access/organizations/entity.ts';
import type { Billing } from '../billing.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { type FollowCatalogChange, pageSize } from '../catalog/changes/worker.ts';
import { archiveProductsOf } from '../catalog/products/archive.ts';
import { expireCheckoutsOf } from '../checkouts/open/expire.ts';
import { revokeGrantsOfSubscriptions } from '../entitlements/grants/changes.ts';
import { revokeSubscriptionsOfOrganization } from '../subscriptions/revoke.ts';

/**
 * Archives what it sold and closes its open checkouts at once, and ends its subscriptions with their benefits page by
 * page: nobody pays for what nobody delivers. Orders stay, and so does what was bought once. Doing it twice changes
 * nothing.
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

/** What is ended is found no more, so that each page begins with what is left. */
export const followOrganization: FollowCatalogChange = async (em, now, { organizationId }) => {
  const ended = await revokeSubscriptionsOfOrganization(em, organizationId, { now, limit: pageSize });
  if (ended.length === 0) return null;
  await revokeGrantsOfSubscriptions(em, ended, now);
  return 'what is left';
};
