/** What ends with a customer. */

import { requireManager } from '@tessera/kit/access';
import { transact } from '@tessera/kit/outbox';
import type { Caller } from '@tessera/proto/api/passport';
import { customerDeleted } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { CustomerEntity } from '../customers/entity.ts';
import { emitCustomer } from '../customers/events.ts';
import { lockCustomer } from '../customers/find.ts';
import { type CustomerKey, getReadableCustomer } from '../customers/read.ts';
import { revokeGrantsOfCustomer } from '../entitlements/grants/changes.ts';
import { revokeSubscriptionsOfCustomer } from '../subscriptions/revoke.ts';

/**
 * Deletes a customer softly: orders keep naming them, their address is free for a new customer, and whatever they
 * still had ends now (contracts/billing-behaviour.md, section 4).
 */
export const deleteCustomer = async (billing: Billing, caller: Caller, key: CustomerKey): Promise<void> => {
  const seen = await getReadableCustomer(billing, caller, key);
  await requireManager(billing, caller, seen.organizationId);
  await transact(billing.db, async (em) => {
    const customer = await lockCustomer(em, seen.id);
    const now = billing.now();
    const changes = { deletedAt: now, modifiedAt: now };
    await em.update(CustomerEntity, { id: customer.id }, changes);
    await emitCustomer(em, customerDeleted, { ...customer, ...changes });
    await revokeSubscriptionsOfCustomer(em, customer.id, now);
    await revokeGrantsOfCustomer(em, customer.id, now);
  });
};
