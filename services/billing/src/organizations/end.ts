/** What becomes of all that billing holds of an organization that is gone. */
import { transact } from '@tessera/kit/outbox';
import type { Billing } from '../billing.ts';
import { expireCheckoutsOf } from '../checkouts/expire.ts';
import { revokeGrantsOfSubscriptions } from '../grants/service.ts';
import { archiveProductsOf } from '../products/archive.ts';
import { revokeSubscriptionsOfOrganization } from '../subscriptions/revoke.ts';
import { markOrganizationEnded } from './entity.ts';

/**
 * Archives what it sold, closes its open checkouts, and ends its subscriptions with their benefits: nobody pays for
 * what nobody delivers. Orders stay, and so does what was bought once. Doing it twice changes nothing.
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
    await revokeSubscriptionsOfOrganization(em, organizationId, time);
    await revokeGrantsOfSubscriptions(em, organizationId, time);
  });
