/** What ends with a customer. */

import { transact } from '@tessera/kit/outbox';
import type { CustomerDeleteQuery } from '@tessera/proto/api/billing/customer';
import { customerDeleted } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { expireCheckoutsOfCustomer } from '../checkouts/open/expire.ts';
import { CustomerEntity, type CustomerRow } from '../customers/entity.ts';
import { erasedCustomer, eraseTraces } from '../customers/erase.ts';
import { emitCustomer } from '../customers/events.ts';
import { lockCustomer } from '../customers/find.ts';
import { revokeGrantsOfCustomer } from '../entitlements/grants/changes.ts';
import { deleteMethods } from '../payments/methods/save.ts';
import { placeOf } from '../payments/place.ts';
import { revokeSubscriptionsOfCustomer } from '../subscriptions/revoke.ts';

/**
 * Deletes a customer softly: orders keep naming them, their address is free for a new customer, and whatever they
 * still had ends now (contracts/billing-behaviour.md, section 4), as do their open checkouts: nobody shall pay for what
 * nobody would get. No card is kept of them, here or at its processor. `anonymize`: who they were is erased too.
 */
export const deleteCustomer = async (
  billing: Billing,
  { id, organizationId, email }: CustomerRow,
  { anonymize = false }: CustomerDeleteQuery = {},
): Promise<void> => {
  const methods = await transact(billing.db, async (em) => {
    const now = billing.now();
    // Before the customer's lock, as whoever confirms a checkout does; and behind it those that were opened meanwhile.
    const expire = () =>
      expireCheckoutsOfCustomer(em, { id, organizationId, email: anonymize ? email : null }, now);
    await expire();
    const customer = await lockCustomer(em, id);
    await expire();
    const changes = { ...(anonymize && erasedCustomer(customer)), deletedAt: now, modifiedAt: now };
    await em.update(CustomerEntity, { id: customer.id }, changes);
    await emitCustomer(em, customerDeleted, { ...customer, ...changes });
    await revokeSubscriptionsOfCustomer(em, customer.id, now);
    await revokeGrantsOfCustomer(em, customer.id, now);
    if (anonymize) await eraseTraces(em, customer);
    return deleteMethods(em, now, customer.id);
  });
  for (const row of methods)
    billing.background.run('forget a payment method', () =>
      billing.payments.detachMethod(placeOf(row), row.processorId),
    );
};
