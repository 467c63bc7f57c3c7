/**
 * Erasing who a customer was. Orders keep what the law wants kept on invoices: amounts, the billing name and address, and
 * with their checkouts the tax id. All else that says who it was goes.
 */
import { sql } from '@tessera/kit/sql';
import { writeGathered } from '@tessera/kit/write-at-commit';
import { erasedAddress } from '@tessera/proto/api/billing/customer';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from './entity.ts';

/** Whether who a customer was has been erased. */
const isErased = ({ id, email, deletedAt }: CustomerRow): boolean =>
  deletedAt !== null && email === erasedAddress(id);

/** What is left of the customer's own row. */
export const erasedCustomer = ({ id }: CustomerRow) => ({
  email: erasedAddress(id),
  emailVerified: false,
  externalId: null,
  name: null,
  billingName: null,
  billingAddress: null,
  taxId: null,
  metadata: {},
});

/** Statements that each take the customer and the organization, and say what is cleared where. */
const statements = [
  `UPDATE checkouts SET customer_name = NULL, customer_email = NULL, customer_ip_address = NULL,
     customer_external_id = NULL, customer_metadata = '{}', metadata = '{}', custom_field_data = '{}',
     customer_billing_name = CASE WHEN order_id IS NOT NULL THEN customer_billing_name END,
     customer_billing_address = CASE WHEN order_id IS NOT NULL THEN customer_billing_address END,
     customer_tax_id = CASE WHEN order_id IS NOT NULL THEN customer_tax_id END
   WHERE organization_id = $2 AND status IN ('succeeded', 'expired', 'failed')
     AND (customer_id = $1 OR lower(customer_email) = lower($3))`,
  // Before the orders, as whoever completes a refund locks them.
  `UPDATE refunds SET comment = NULL, metadata = '{}'
   WHERE organization_id = $2 AND customer_id = $1 AND $3::text IS NOT NULL`,
  `UPDATE orders SET metadata = '{}', custom_field_data = '{}'
   WHERE organization_id = $2 AND customer_id = $1 AND $3::text IS NOT NULL`,
  `UPDATE subscriptions SET metadata = '{}', custom_field_data = '{}', customer_cancellation_comment = NULL
   WHERE organization_id = $2 AND customer_id = $1 AND $3::text IS NOT NULL`,
  `UPDATE payments SET customer_email = NULL
   WHERE organization_id = $2 AND (customer_id = $1 OR lower(customer_email) = lower($3))`,
  `UPDATE discount_redemptions SET customer_email = 'erased-' || $1::uuid || '@erased.invalid'
   WHERE organization_id = $2 AND (customer_id = $1::uuid OR lower(customer_email) = lower($3))`,
  // The keys are over: none of these devices will be asked for again.
  `DELETE FROM license_key_activations WHERE $3::text IS NOT NULL AND license_key_id IN (
     SELECT id FROM license_keys WHERE organization_id = $2 AND customer_id = $1)`,
  // What was given to an account is taken back by what is noted of the giving.
  `DELETE FROM customer_accounts WHERE $3::text IS NOT NULL AND customer_id IN (
     SELECT id FROM customers WHERE organization_id = $2 AND id = $1)`,
  `DELETE FROM customer_codes WHERE organization_id = $2 AND $1::uuid IS NOT NULL AND lower(email) = lower($3)`,
];

/** A step of the transaction that deletes the customer. */
export const eraseTraces = async (em: EntityManager, { id, organizationId, email }: CustomerRow) => {
  for (const statement of statements) await sql(em, statement, [id, organizationId, email]);
};

/**
 * The last step of a transaction that settles, or gives up, a purchase: of those among its customers who were erased while
 * it was being paid.
 */
export const eraseForgotten = async (em: EntityManager, customers: readonly CustomerRow[]): Promise<void> => {
  const erased = customers.filter(isErased);
  if (erased.length > 0) await writeGathered(em);
  for (const customer of erased) await eraseTraces(em, customer);
};
