/** The customer of a purchase: whoever has the e-mail address in the organization, else a new one. */
import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@tessera/proto/api/billing/address';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { customerCreated, customerUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { tellCustomer } from './events.ts';
import { findCustomerByExternalId } from './find.ts';

/** What a checkout knows of its customer. Absent or null values leave what the customer already has. */
export type CustomerValues = {
  organizationId: string;
  /** Set when the checkout was made for a known customer: that one is used, whatever the e-mail address. */
  customerId?: string | null;
  email: string;
  /** The seller's own id, from the checkout's creation; used for a new customer. */
  externalId?: string | null;
  name?: string | null;
  billingName?: string | null;
  billingAddress?: Address | null;
  taxId?: TaxId | null;
  metadata?: MetadataOut | null;
};

/**
 * Finds or creates the customer, locks the row and overwrites its details with the checkout's; metadata merges in
 * (contracts/billing-behaviour.md, section 1). Emits customer.created or, when anything changed, customer.updated.
 */
export const findOrCreateCustomer = async (
  em: EntityManager,
  now: Date,
  values: CustomerValues,
): Promise<CustomerRow> => {
  const known = await lockKnown(em, values);
  if (known) return overwrite(em, now, known, values);
  const created = newCustomer(now, values);
  if (await insertCustomer(em, created)) {
    await tellCustomer(em, customerCreated, created);
    return created;
  }
  // Someone else created the customer between the two statements.
  const theirs = await lockKnown(em, { ...values, customerId: null });
  if (!theirs) throw new Error('a customer could neither be created nor found');
  return overwrite(em, now, theirs, values);
};

const lockKnown = async (em: EntityManager, values: CustomerValues): Promise<CustomerRow | null> => {
  const { organizationId, customerId, email, externalId } = values;
  const query = em
    .createQueryBuilder(CustomerEntity, 'customer')
    .setLock('pessimistic_write')
    .where('customer.organizationId = :organizationId AND customer.deletedAt IS NULL', { organizationId });
  if (customerId) query.andWhere('customer.id = :customerId', { customerId });
  else query.andWhere('lower(customer.email) = lower(:email)', { email });
  const found = await query.getOne();
  if (found || customerId || !externalId) return found;
  const named = await findCustomerByExternalId(em, { organizationId, externalId });
  return named && lockKnown(em, { ...values, customerId: named.id });
};

const insertCustomer = async (em: EntityManager, row: CustomerRow): Promise<boolean> => {
  const { raw } = await em
    .createQueryBuilder()
    .insert()
    .into(CustomerEntity)
    .values(row)
    .orIgnore()
    .returning('id')
    .execute();
  return (raw as unknown[]).length > 0;
};

const newCustomer = (now: Date, values: CustomerValues): CustomerRow => ({
  id: uuidv7(),
  createdAt: now,
  modifiedAt: null,
  deletedAt: null,
  organizationId: values.organizationId,
  externalId: values.externalId ?? null,
  email: values.email,
  emailVerified: false,
  name: values.name ?? null,
  billingName: values.billingName ?? null,
  billingAddress: values.billingAddress ?? null,
  taxId: values.taxId ?? null,
  metadata: values.metadata ?? {},
});

const overwrite = async (
  em: EntityManager,
  now: Date,
  customer: CustomerRow,
  values: CustomerValues,
): Promise<CustomerRow> => {
  const details = {
    name: values.name ?? customer.name,
    billingName: values.billingName ?? customer.billingName,
    billingAddress: values.billingAddress ?? customer.billingAddress,
    taxId: values.taxId ?? customer.taxId,
    metadata: { ...customer.metadata, ...values.metadata },
  };
  const changed = { ...customer, ...details };
  if (isDeepStrictEqual(changed, customer)) return customer;
  const modified = { ...details, modifiedAt: now };
  await em.update(CustomerEntity, { id: customer.id }, modified);
  const updated = { ...customer, ...modified };
  await tellCustomer(em, customerUpdated, updated);
  return updated;
};
