/** Deletes customers. */
import { transact } from '@tessera/kit/events/outbox';
import type { CustomerDeleteQuery } from '@tessera/proto/api/billing/customer';
import { customerDeleted } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { expireCheckoutsOfCustomer } from '../checkouts/open/expire.ts';
import { CustomerEntity, type CustomerRow } from '../customers/entity.ts';
import { erasedCustomer, eraseTraces } from '../customers/erase.ts';
import { emitCustomer } from '../customers/events.ts';
import { lockCustomer } from '../customers/find.ts';
import { revokeGrantsOfCustomer } from '../entitlements/granting/changes.ts';
import { deleteMethods } from '../payments/methods/save.ts';
import { placeOf } from '../payments/place.ts';
import { voidOwed } from '../renewals/dunning/owed.ts';
import { revokeSubscriptionsOfCustomer } from '../subscriptions/revoke.ts';

/**
 * Soft-deletes a customer: orders still refer to them, and their address becomes available. Ends their subscriptions,
 * grants (contracts/billing-behaviour.md, section 4) and open checkouts, and deletes their cards, here and at the
 * processor. `anonymize` also erases personal data.
 */
export const deleteCustomer = async (
  billing: Billing,
  { id, organizationId, email }: CustomerRow,
  { anonymize = false }: CustomerDeleteQuery = {},
): Promise<void> => {
  const methods = await transact(billing.db, async (em) => {
    // Before the customer's lock, in the lock order of confirmations; again after it for checkouts opened meanwhile.
    const expire = () =>
      expireCheckoutsOfCustomer(em, { id, organizationId, email: anonymize ? email : null }, billing.now());
    await expire();
    const customer = await lockCustomer(em, id);
    await expire();
    const now = billing.now();
    const changes = { ...(anonymize && erasedCustomer(customer)), deletedAt: now, modifiedAt: now };
    await em.update(CustomerEntity, { id: customer.id }, changes);
    await emitCustomer(em, customerDeleted, { ...customer, ...changes });
    const ended = await revokeSubscriptionsOfCustomer(em, customer.id, now);
    await revokeGrantsOfCustomer(em, customer.id, now);
    await voidOwed(em, now, ended);
    if (anonymize) await eraseTraces(em, customer);
    return deleteMethods(em, now, customer.id);
  });
  for (const row of methods)
    billing.background.run('forget a payment method', () =>
      billing.payments.detachMethod(placeOf(row), row.processorId),
    );
};
