/** Creating, changing and deleting customers through the API. */

import { violates } from '@tessera/kit/database';
import { AppError, kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type {
  Customer,
  CustomerCreate,
  CustomerState,
  CustomerUpdate,
} from '@tessera/proto/api/billing/customer';
import type { Caller } from '@tessera/proto/api/passport';
import { customerCreated, customerDeleted, customerUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import {
  assertMayRead,
  assertMayWrite,
  organizationOfCreate,
  readableOrganizations,
} from '../access/memberships/service.ts';
import type { Billing } from '../billing.ts';
import { viewStates } from '../customer-states/state.ts';
import { revokeGrantsOfCustomer } from '../entitlements/grants/changes.ts';
import { revokeSubscriptionsOfCustomer } from '../subscriptions/revoke.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { tellCustomer } from './events.ts';
import { findCustomerById } from './find.ts';
import { viewCustomer } from './view.ts';

/** How a route names a customer: by our id, or by the seller's own. */
export type CustomerKey = { id: string } | { externalId: string };

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
    await tellCustomer(em, customerCreated, row);
    return viewCustomer(row);
  });
};

export const getCustomer = async (billing: Billing, caller: Caller, key: CustomerKey): Promise<Customer> =>
  viewCustomer(await getReadable(billing, caller, key));

export const getCustomerState = async (
  billing: Billing,
  caller: Caller,
  key: CustomerKey,
): Promise<CustomerState> => {
  const customer = await getReadable(billing, caller, key);
  const [state] = await viewStates(billing.db.manager, [customer]);
  if (!state) throw kitErrors.ResourceNotFound();
  return state;
};

export const updateCustomer = async (
  billing: Billing,
  caller: Caller,
  { key, body }: { key: CustomerKey; body: CustomerUpdate },
): Promise<Customer> => {
  const seen = await getReadable(billing, caller, key);
  await assertMayWrite(billing, caller, seen.organizationId);
  return transact(billing.db, async (em) => {
    const customer = await lockCustomer(em, seen.id);
    const changes = { ...changesOf(customer, body), modifiedAt: billing.now() };
    await em.update(CustomerEntity, { id: customer.id }, changes).catch(refuseTaken);
    const updated = { ...customer, ...changes };
    await tellCustomer(em, customerUpdated, updated);
    return viewCustomer(updated);
  });
};

/**
 * Deletes a customer softly: orders keep naming them, their address is free for a new customer, and whatever they
 * still had ends now (contracts/billing-behaviour.md, section 4).
 */
export const deleteCustomer = async (billing: Billing, caller: Caller, key: CustomerKey): Promise<void> => {
  const seen = await getReadable(billing, caller, key);
  await assertMayWrite(billing, caller, seen.organizationId);
  await transact(billing.db, async (em) => {
    const customer = await lockCustomer(em, seen.id);
    const now = billing.now();
    const changes = { deletedAt: now, modifiedAt: now };
    await em.update(CustomerEntity, { id: customer.id }, changes);
    await tellCustomer(em, customerDeleted, { ...customer, ...changes });
    await revokeSubscriptionsOfCustomer(em, customer.id, now);
    await revokeGrantsOfCustomer(em, customer.id, now);
  });
};

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

const getReadable = async (billing: Billing, caller: Caller, key: CustomerKey): Promise<CustomerRow> => {
  if ('externalId' in key) return getByExternalId(billing, caller, key.externalId);
  const customer = await findCustomerById(billing.db.manager, key.id);
  if (!customer) throw kitErrors.ResourceNotFound();
  await assertMayRead(billing, caller, customer.organizationId);
  return customer;
};

/** The same name may exist in several of a user's organizations: the active one wins, then the oldest. */
const getByExternalId = async (
  billing: Billing,
  caller: Caller,
  externalId: string,
): Promise<CustomerRow> => {
  const organizations = await readableOrganizations(billing, caller);
  if (organizations.length === 0) throw kitErrors.ResourceNotFound();
  const found = await billing.db.manager
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId IN (:...organizations)', { organizations })
    .andWhere('customer.externalId = :externalId AND customer.deletedAt IS NULL', { externalId })
    .orderBy('customer.id')
    .getMany();
  const active = caller.kind === 'user' ? caller.activeOrganizationId : null;
  const customer = found.find(({ organizationId }) => organizationId === active) ?? found[0];
  if (!customer) throw kitErrors.ResourceNotFound();
  return customer;
};

const lockCustomer = async (em: EntityManager, id: string): Promise<CustomerRow> => {
  const customer = await em.findOne(CustomerEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!customer || customer.deletedAt) throw kitErrors.ResourceNotFound();
  return customer;
};
