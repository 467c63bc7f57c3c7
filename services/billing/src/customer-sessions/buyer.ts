/**
 * Customers as seen by a buyer who only typed an e-mail address, which proves no identity: only what was entered at
 * the checkout is shown, and nothing that the address's owner or the seller entered elsewhere.
 */
import { sql } from '@tessera/kit/database/sql';
import type { Address } from '@tessera/proto/api/billing/address';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../customers/entity.ts';

/** What a buyer who typed the address entered at a checkout. */
export type Buyer = {
  name: string | null;
  billingName: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  externalId: string | null;
  metadata: MetadataOut;
};

/** SQL: the fields of `Buyer` as a JSON value of a checkout `c`; null if the seller named the customer. */
export const buyerJson = `CASE WHEN c.is_customer_from_seller THEN NULL ELSE jsonb_build_object(
  'name', c.customer_name, 'billingName', c.customer_billing_name, 'billingAddress', c.customer_billing_address,
  'taxId', c.customer_tax_id, 'externalId', c.customer_external_id, 'metadata', c.customer_metadata) END`;

/** SQL join of the checkout `c` that a grant `g` comes from; none for other grants. */
export const joinCheckoutOfGrant = `LEFT JOIN orders bought ON bought.id = g.order_id
  LEFT JOIN subscriptions begun ON begun.id = g.subscription_id
  LEFT JOIN checkouts c ON c.id = coalesce(bought.checkout_id, begun.checkout_id)`;

/** Returns a customer as a buyer sees them; `buyer` null: unchanged. */
export const asBuyer = (customer: CustomerRow, buyer: Buyer | null): CustomerRow =>
  buyer ? { ...customer, ...buyer, emailVerified: false, modifiedAt: null } : customer;

/**
 * Returns the buyer of a checkout's session; null if the session is the customer's own, or the seller named the
 * customer.
 */
export const findBuyer = async (em: EntityManager, scope: CustomerCaller['scope']): Promise<Buyer | null> => {
  if ('customerId' in scope) return null;
  const [row] = await sql<{ buyer: Buyer | null }>(
    em,
    `SELECT ${buyerJson} AS buyer FROM checkouts c WHERE c.id = $1`,
    [scope.checkoutId],
  );
  return row?.buyer ?? null;
};

/** Returns the buyers of grants, by grant; without those whose customer the seller named. */
export const findBuyersOfGrants = async (
  em: EntityManager,
  grantIds: readonly string[],
): Promise<Map<string, Buyer>> => {
  const rows = await sql<{ id: string; buyer: Buyer | null }>(
    em,
    `SELECT g.id, ${buyerJson} AS buyer FROM benefit_grants g ${joinCheckoutOfGrant} WHERE g.id = ANY($1::uuid[])`,
    [[...grantIds]],
  );
  return new Map(rows.flatMap(({ id, buyer }) => (buyer ? [[id, buyer] as const] : [])));
};
