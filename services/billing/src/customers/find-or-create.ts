/** The customer of a paid purchase: by id, external id or e-mail address, otherwise a new one. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findRows, insertRowsIfNew } from '@tessera/kit/database/rows';
import { customerCreated, customerUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { emitCustomer } from './events.ts';
import { type CustomerDetails, detailsAfter } from './rules.ts';

/** The customer data of a purchase. */
export type PurchaseCustomer = CustomerDetails & {
  organizationId: string;
  /** The customer that the purchase was created for, whatever the e-mail address. */
  customerId: string | null;
  email: string;
  /** The external id, set when the purchase was created. */
  externalId: string | null;
  /** The seller identified the customer; otherwise the buyer only entered the address. */
  isFromSeller: boolean;
  /** Whether a customer has an order. */
  hasBought: (em: EntityManager, customerId: string) => Promise<boolean>;
};

/** `isNew`: created by the purchase. */
export type Resolved = { customer: CustomerRow; isNew: boolean };

/**
 * Finds or creates the customers of purchases, in their order, and locks their rows. Details replace existing ones
 * when the seller identified the customer; otherwise they only fill empty ones. Emits customer.created or, when
 * anything changed, customer.updated. Deleted customers are returned unchanged. Throws when two purchases are of one
 * customer, because the second has to see the results of the first.
 */
export const findOrCreateCustomers = async (
  em: EntityManager,
  now: Date,
  purchases: readonly PurchaseCustomer[],
): Promise<Resolved[]> => {
  const known = await lockKnown(em, purchases);
  const made = new Map(
    purchases.flatMap((purchase) => (known.has(purchase) ? [] : [[purchase, newCustomer(now, purchase)]])),
  );
  // Sorted, so that concurrent transactions that insert the same customers do not deadlock.
  const written = await insertRowsIfNew(
    em,
    CustomerEntity,
    [...made.values()].toSorted((one, other) => (one.email < other.email ? -1 : 1)),
  );
  const resolved: Resolved[] = [];
  for (const purchase of purchases) {
    const created = made.get(purchase);
    const isNew = created !== undefined && written.has(created.id);
    if (isNew) await emitCustomer(em, customerCreated, created);
    const customer = isNew
      ? created
      : await fill(em, now, known.get(purchase) ?? (await lockMadeMeanwhile(em, purchase)), purchase);
    resolved.push({ customer, isNew });
  }
  if (new Set(resolved.map(({ customer }) => customer.id)).size < resolved.length)
    throw new Error('several purchases of one customer at once');
  return resolved;
};

type Known = Map<PurchaseCustomer, CustomerRow>;

/** Finds customers by id, otherwise by external id, otherwise by e-mail address. */
const lockKnown = async (em: EntityManager, purchases: readonly PurchaseCustomer[]): Promise<Known> => {
  const ids = purchases.flatMap(({ customerId }) => customerId ?? []);
  const byId = new Map((await lockByIds(em, ids)).map((row) => [row.id, row]));
  const known: Known = new Map();
  const others: PurchaseCustomer[] = [];
  for (const purchase of purchases) {
    const { customerId } = purchase;
    const row = customerId ? byId.get(customerId) : await lockByExternalId(em, purchase);
    if (row) known.set(purchase, row);
    else if (!customerId) others.push(purchase);
  }
  for (const [organizationId, asked] of Map.groupBy(others, (purchase) => purchase.organizationId)) {
    const rows = await lockByEmails(
      em,
      organizationId,
      asked.map(({ email }) => email),
    );
    const byEmail = new Map(rows.map((row) => [row.email.toLowerCase(), row]));
    for (const purchase of asked) {
      const row = byEmail.get(purchase.email.toLowerCase());
      if (row) known.set(purchase, row);
    }
  }
  return known;
};

const lockByIds = async (em: EntityManager, ids: readonly string[]): Promise<CustomerRow[]> =>
  ids.length === 0
    ? []
    : findRows(em, CustomerEntity, `WHERE r.id = ANY(ARRAY(SELECT unnest($1::uuid[]))) ${inOrder}`, [ids]);

const inOrder = 'ORDER BY r.id FOR UPDATE';
const own = 'r.organization_id = $1 AND r.deleted_at IS NULL';

const lockByExternalId = async (
  em: EntityManager,
  { organizationId, externalId }: PurchaseCustomer,
): Promise<CustomerRow | undefined> =>
  !externalId
    ? undefined
    : (
        await findRows(em, CustomerEntity, `WHERE ${own} AND r.external_id = $2 FOR UPDATE`, [
          organizationId,
          externalId,
        ])
      )[0];

const lockByEmails = (
  em: EntityManager,
  organizationId: string,
  emails: readonly string[],
): Promise<CustomerRow[]> =>
  findRows(
    em,
    CustomerEntity,
    `WHERE ${own} AND lower(r.email) = ANY(ARRAY(SELECT lower(unnest($2::text[])))) ${inOrder}`,
    [organizationId, emails],
  );

/** Finds a customer that was inserted concurrently, or whose address only Postgres considers equal in lower case. */
const lockMadeMeanwhile = async (em: EntityManager, purchase: PurchaseCustomer): Promise<CustomerRow> => {
  const { organizationId, customerId, email } = purchase;
  const [theirs] = customerId
    ? await lockByIds(em, [customerId])
    : [(await lockByExternalId(em, purchase)) ?? (await lockByEmails(em, organizationId, [email]))[0]];
  if (!theirs) throw new Error('a customer could neither be created nor found');
  return theirs;
};

const newCustomer = (now: Date, purchase: PurchaseCustomer): CustomerRow => ({
  // Not a UUIDv7: it would reveal the creation time to buyers who only entered the address.
  id: randomUUID(),
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
  // The sale may have waited for a change of the customer that is later than `now`.
  const modifiedAt = new Date(Math.max(now.getTime(), customer.modifiedAt?.getTime() ?? 0));
  const updated = { ...customer, ...changes, modifiedAt };
  await em.update(CustomerEntity, { id: customer.id }, { ...changes, modifiedAt });
  await emitCustomer(em, customerUpdated, updated, customer);
  return updated;
};

/**
 * Sets the external id if the customer has none. As it gives the seller's user access to the customer's purchases, an
 * address that the buyer only entered is not enough once the customer has orders.
 */
const externalIdAfter = async (
  em: EntityManager,
  customer: CustomerRow,
  { externalId, isFromSeller, hasBought }: PurchaseCustomer,
): Promise<string | null> => {
  if (customer.externalId !== null || externalId === null) return customer.externalId;
  return isFromSeller || !(await hasBought(em, customer.id)) ? externalId : null;
};
