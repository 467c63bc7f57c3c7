/** The customer of a paid purchase: whom the seller named, whoever has the e-mail address, else a new one. */
import { isDeepStrictEqual } from 'node:util';
import { findRows, insertRowIfNew } from '@tessera/kit/rows';
import { customerCreated, customerUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { emitCustomer } from './events.ts';
import { type CustomerDetails, detailsAfter } from './rules.ts';

/** What a purchase knows of its customer. */
export type PurchaseCustomer = CustomerDetails & {
  organizationId: string;
  /** The customer for whom the purchase was made, whatever the e-mail address. */
  customerId: string | null;
  email: string;
  /** The seller's own id, from the purchase's creation. */
  externalId: string | null;
  /** The seller named the customer. Else the address is only what somebody typed. */
  isFromSeller: boolean;
  /** Whether a customer has bought anything before. */
  hasBought: (em: EntityManager, customerId: string) => Promise<boolean>;
};

/**
 * Finds or creates the customer and locks the row. Details that a seller's own customer gives replace older ones;
 * others only fill what is empty. Emits customer.created or, when anything changed, customer.updated. A customer
 * who was deleted since is answered unchanged.
 */
export const findOrCreateCustomer = async (
  em: EntityManager,
  now: Date,
  purchase: PurchaseCustomer,
): Promise<CustomerRow> => {
  const known = await lockKnown(em, purchase);
  if (known) return fill(em, now, known, purchase);
  const created = newCustomer(now, purchase);
  if (await insertRowIfNew(em, CustomerEntity, created)) {
    await emitCustomer(em, customerCreated, created);
    return created;
  }
  // Someone else created the customer between the two statements.
  const theirs = await lockKnown(em, purchase);
  if (!theirs) throw new Error('a customer could neither be created nor found');
  return fill(em, now, theirs, purchase);
};

/** By id, else by the seller's own id, else by e-mail address. */
const lockKnown = async (em: EntityManager, purchase: PurchaseCustomer): Promise<CustomerRow | null> => {
  const { organizationId, customerId, externalId, email } = purchase;
  const locked = async (where: string, values: unknown[]): Promise<CustomerRow | null> =>
    (await findRows(em, CustomerEntity, `WHERE ${where} FOR UPDATE`, values))[0] ?? null;
  if (customerId) return locked('r.id = $1', [customerId]);
  const own = 'r.organization_id = $1 AND r.deleted_at IS NULL';
  const named = externalId && (await locked(`${own} AND r.external_id = $2`, [organizationId, externalId]));
  return named || locked(`${own} AND lower(r.email) = lower($2)`, [organizationId, email]);
};

const newCustomer = (now: Date, purchase: PurchaseCustomer): CustomerRow => ({
  id: uuidv7(),
  createdAt: now,
  modifiedAt: null,
  deletedAt: null,
  organizationId: purchase.organizationId,
  externalId: purchase.externalId,
  email: purchase.email,
  emailVerified: false,
  name: purchase.name,
  billingName: purchase.billingName,
  billingAddress: purchase.billingAddress,
  taxId: purchase.taxId,
  metadata: purchase.metadata,
});

const fill = async (
  em: EntityManager,
  now: Date,
  customer: CustomerRow,
  purchase: PurchaseCustomer,
): Promise<CustomerRow> => {
  if (customer.deletedAt) return customer;
  const isNamed = purchase.externalId !== null && customer.externalId === purchase.externalId;
  const changes = {
    ...detailsAfter(customer, purchase, purchase.isFromSeller || isNamed),
    externalId: await externalIdAfter(em, customer, purchase),
  };
  if (isDeepStrictEqual({ ...customer, ...changes }, customer)) return customer;
  const updated = { ...customer, ...changes, modifiedAt: now };
  await em.update(CustomerEntity, { id: customer.id }, { ...changes, modifiedAt: now });
  await emitCustomer(em, customerUpdated, updated);
  return updated;
};

/**
 * The seller's own id is kept where the customer has none yet. It opens what the customer has to the seller's user,
 * so an address that this user only typed does not do, once something was bought under it.
 */
const externalIdAfter = async (
  em: EntityManager,
  customer: CustomerRow,
  { externalId, isFromSeller, hasBought }: PurchaseCustomer,
): Promise<string | null> => {
  if (customer.externalId !== null || externalId === null) return customer.externalId;
  return isFromSeller || !(await hasBought(em, customer.id)) ? externalId : null;
};
