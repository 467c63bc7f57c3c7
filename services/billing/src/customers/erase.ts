/**
 * Anonymizes deleted customers. Orders keep what the law requires for invoices: amounts, billing name and address,
 * and on their checkouts the tax id. All other personal data is erased.
 */
import { sql } from '@tessera/kit/database/sql';
import { writeGathered } from '@tessera/kit/database/write-at-commit';
import { erasedAddress } from '@tessera/proto/api/billing/customer';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from './entity.ts';

/** Whether a customer has been anonymized. */
const isErased = ({ id, email, deletedAt }: CustomerRow): boolean =>
  deletedAt !== null && email === erasedAddress(id);

/** The values of an anonymized customer row. */
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

/** Statements that clear personal data. Parameters: customer id, organization id, e-mail address. */
const statements = [
  `UPDATE checkouts SET customer_name = NULL, customer_email = NULL, customer_ip_address = NULL,
     customer_external_id = NULL, customer_metadata = '{}', metadata = '{}', custom_field_data = '{}',
     customer_billing_name = CASE WHEN order_id IS NOT NULL THEN customer_billing_name END,
     customer_billing_address = CASE WHEN order_id IS NOT NULL THEN customer_billing_address END,
     customer_tax_id = CASE WHEN order_id IS NOT NULL THEN customer_tax_id END
   WHERE organization_id = $2 AND status IN ('succeeded', 'expired', 'failed')
     AND (customer_id = $1 OR lower(customer_email) = lower($3))`,
  // Lock order: refunds before orders, as completing a refund does.
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
  // The keys are revoked, so their activations are no longer needed.
  `DELETE FROM license_key_activations WHERE $3::text IS NOT NULL AND license_key_id IN (
     SELECT id FROM license_keys WHERE organization_id = $2 AND customer_id = $1)`,
  // Revoking access on external accounts uses the data stored with the grants instead.
  `DELETE FROM customer_accounts WHERE $3::text IS NOT NULL AND customer_id IN (
     SELECT id FROM customers WHERE organization_id = $2 AND id = $1)`,
  `DELETE FROM customer_codes WHERE organization_id = $2 AND $1::uuid IS NOT NULL AND lower(email) = lower($3)`,
];

/** Erases a customer's data in other tables, within the transaction that deletes the customer. */
export const eraseTraces = async (em: EntityManager, { id, organizationId, email }: CustomerRow) => {
  for (const statement of statements) await sql(em, statement, [id, organizationId, email]);
};

/**
 * Erases again, as the last step of settling or reopening a checkout, for customers that were anonymized during the
 * payment.
 */
export const eraseForgotten = async (em: EntityManager, customers: readonly CustomerRow[]): Promise<void> => {
  const erased = customers.filter(isErased);
  if (erased.length > 0) await writeGathered(em);
  for (const customer of erased) await eraseTraces(em, customer);
};
