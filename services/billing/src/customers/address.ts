/** Verified e-mail addresses of customers. */
import { violates } from '@tessera/kit/database/data-source';
import { refuseField } from '@tessera/kit/errors';
import { customerUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { emitCustomer } from './events.ts';
import { lockCustomer } from './find.ts';

/** Marks the address as verified; `email` replaces it. Throws a validation error when that one is taken. */
export const verifyAddress = async (
  em: EntityManager,
  now: Date,
  customerId: string,
  email?: string,
): Promise<CustomerRow> => {
  const customer = await lockCustomer(em, customerId);
  const changes = { email: email ?? customer.email, emailVerified: true };
  if (customer.emailVerified && changes.email === customer.email) return customer;
  await em
    .update(CustomerEntity, { id: customerId }, { ...changes, modifiedAt: now })
    .catch((error: unknown) => {
      if (violates(error, 'customers_email'))
        throw refuseField(['body', 'email'], 'A customer with this email address already exists.');
      throw error;
    });
  const changed = { ...customer, ...changes, modifiedAt: now };
  await emitCustomer(em, customerUpdated, changed, customer);
  return changed;
};
