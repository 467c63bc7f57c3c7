/** Resolves the customers of paid checkouts, within the settling transaction. */
import type { EntityManager } from 'typeorm';
import { widenSessions } from '../../customer-sessions/sessions.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { findOrCreateCustomers, type Resolved } from '../../customers/find-or-create.ts';
import { hasOrders } from '../../orders/find.ts';
import { findUpgradable } from '../../subscriptions/find.ts';
import type { CheckoutRow } from '../entity.ts';

/** Finds or creates the customers of paid checkouts and locks their rows. */
export const resolveCustomers = async (
  em: EntityManager,
  now: Date,
  rows: readonly CheckoutRow[],
): Promise<Resolved[]> => {
  const resolved = await findOrCreateCustomers(
    em,
    now,
    rows.map((row) => ({
      organizationId: row.organizationId,
      customerId: row.customerId,
      email: row.customerEmail ?? '',
      externalId: row.customerExternalId,
      isFromSeller: row.isCustomerFromSeller,
      name: row.customerName,
      billingName: row.customerBillingName,
      billingAddress: row.customerBillingAddress,
      taxId: row.customerTaxId,
      metadata: row.customerMetadata,
      hasBought: hasOrders,
    })),
  );
  for (const [at, { customer }] of resolved.entries()) {
    const row = rows[at];
    if (row?.isCustomerFromSeller) await widenSessions(em, row.id, customer.id);
  }
  return resolved;
};

/**
 * Keeps an upgrade only for the subscription's owner and while it can be upgraded; otherwise the checkout starts a
 * new subscription. The customer's row is locked, so that concurrent upgrades are serialized.
 */
export const resolveUpgrade = async (
  em: EntityManager,
  row: CheckoutRow,
  customer: CustomerRow,
): Promise<CheckoutRow> => {
  const { organizationId, subscriptionId: id } = row;
  if (!id) return row;
  const subscription = await findUpgradable(em, { organizationId, id });
  return subscription?.customerId === customer.id ? row : { ...row, subscriptionId: null };
};
