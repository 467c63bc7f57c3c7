/**
 * Customers as whoever bought in their name may see them. An address that somebody typed proves nothing: they are shown
 * what they gave at their checkout, and nothing of what its owner or the seller has told elsewhere.
 */
import { sql } from '@tessera/kit/sql';
import type { Address } from '@tessera/proto/api/billing/address';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../customers/entity.ts';

/** What somebody who typed the address gave at a checkout. */
export type Buyer = {
  name: string | null;
  billingName: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  externalId: string | null;
  metadata: MetadataOut;
};

/** The columns of `Buyer` in SQL, as one JSON value: of a checkout `c`, null where the seller named the customer. */
export const buyerJson = `CASE WHEN c.is_customer_from_seller THEN NULL ELSE jsonb_build_object(
  'name', c.customer_name, 'billingName', c.customer_billing_name, 'billingAddress', c.customer_billing_address,
  'taxId', c.customer_tax_id, 'externalId', c.customer_external_id, 'metadata', c.customer_metadata) END`;

/** The checkout `c` that a grant `g` goes back to, in SQL; none for what was granted otherwise. */
export const joinCheckoutOfGrant = `LEFT JOIN orders bought ON bought.id = g.order_id
  LEFT JOIN subscriptions begun ON begun.id = g.subscription_id
  LEFT JOIN checkouts c ON c.id = coalesce(bought.checkout_id, begun.checkout_id)`;

/** A customer as a buyer sees them; `buyer` null: as they are. */
export const asBuyer = (customer: CustomerRow, buyer: Buyer | null): CustomerRow =>
  buyer ? { ...customer, ...buyer, emailVerified: false, modifiedAt: null } : customer;

/** Who bought what a session shows; null: the session is the customer's own, or the seller named them. */
export const findBuyer = async (em: EntityManager, scope: CustomerCaller['scope']): Promise<Buyer | null> => {
  if ('customerId' in scope) return null;
  const [row] = await sql<{ buyer: Buyer | null }>(
    em,
    `SELECT ${buyerJson} AS buyer FROM checkouts c WHERE c.id = $1`,
    [scope.checkoutId],
  );
  return row?.buyer ?? null;
};

/** Who bought the license keys of these grants, by grant; not those whose customer the seller named. */
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
