/** Creating and changing customers through the API. */

import { organizationOfCreate } from '@tessera/kit/access';
import { violates } from '@tessera/kit/database';
import { type AppError, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { Customer, CustomerCreate, CustomerUpdate } from '@tessera/proto/api/billing/customer';
import type { Caller } from '@tessera/proto/api/passport';
import { customerCreated, customerUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { emitCustomer } from './events.ts';
import { lockCustomer } from './find.ts';
import { viewCustomer } from './view.ts';

export const createCustomer = async (
  billing: Billing,
  caller: Caller,
  body: CustomerCreate,
): Promise<Customer> => {
  const row: CustomerRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId: await organizationOfCreate(billing, caller, body.organizationId),
    externalId: body.externalId ?? null,
    email: body.email,
    emailVerified: false,
    name: body.name ?? null,
    billingName: null,
    billingAddress: body.billingAddress ?? null,
    taxId: body.taxId ?? null,
    metadata: body.metadata ?? {},
  };
  return transact(billing.db, async (em) => {
    await em.insert(CustomerEntity, row).catch(refuseTaken);
    await emitCustomer(em, customerCreated, row);
    return viewCustomer(row);
  });
};

export const updateCustomer = (
  billing: Billing,
  { id }: CustomerRow,
  body: CustomerUpdate,
): Promise<Customer> =>
  transact(billing.db, async (em) => {
    const customer = await lockCustomer(em, id);
    const changes = { ...changesOf(customer, body), modifiedAt: billing.now() };
    await em.update(CustomerEntity, { id: customer.id }, changes).catch(refuseTaken);
    const updated = { ...customer, ...changes };
    await emitCustomer(em, customerUpdated, updated);
    return viewCustomer(updated);
  });

/** Absent: unchanged; null: cleared, except an e-mail address. The seller's own id can be set once. */
const changesOf = (customer: CustomerRow, body: CustomerUpdate) => {
  const { email, name, billingAddress, taxId, externalId, metadata } = body;
  if (externalId !== undefined && customer.externalId !== null && externalId !== customer.externalId)
    throw refuseField(['body', 'external_id'], 'The external id cannot be changed once it is set.');
  const isMoved = email != null && email.toLowerCase() !== customer.email.toLowerCase();
  return {
    email: email ?? customer.email,
    emailVerified: customer.emailVerified && !isMoved,
    name: name === undefined ? customer.name : name,
    billingAddress: billingAddress === undefined ? customer.billingAddress : billingAddress,
    taxId: taxId === undefined ? customer.taxId : taxId,
    externalId: externalId === undefined ? customer.externalId : externalId,
    metadata: metadata ?? customer.metadata,
  };
};

const refuseTaken = (error: unknown): never => {
  throw takenField(error) ?? error;
};

const takenField = (error: unknown): AppError | null => {
  if (violates(error, 'customers_email'))
    return refuseField(['body', 'email'], 'A customer with this email address already exists.');
  if (violates(error, 'customers_external_id'))
    return refuseField(['body', 'external_id'], 'A customer with this external ID already exists.');
  return null;
};
