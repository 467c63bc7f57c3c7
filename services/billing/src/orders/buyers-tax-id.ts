/** The buyer's tax id, as invoices print it. Checkouts belong to `checkouts/`. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import type { EntityManager } from 'typeorm';
import type { FullOrder } from './view.ts';

type Typed = { id: string; taxId: TaxId | null; isCustomerFromSeller: boolean };

const readTyped = readByIds(async (em, ids) => {
  const rows = await sql<Typed>(
    em,
    `SELECT id, customer_tax_id AS "taxId", is_customer_from_seller AS "isCustomerFromSeller"
     FROM checkouts WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
});

/**
 * The tax id that was entered at the order's checkout, otherwise the customer's. A buyer who only typed the e-mail address
 * of a customer must not see that customer's.
 */
export const findBuyersTaxId = async (
  em: EntityManager,
  { row: { checkoutId }, customer }: Pick<FullOrder, 'row' | 'customer'>,
): Promise<TaxId | null> => {
  const checkout = checkoutId === null ? undefined : (await readTyped(em, [checkoutId])).get(checkoutId);
  const isTyped = checkout?.isCustomerFromSeller === false;
  return checkout?.taxId ?? (isTyped ? null : customer.taxId);
};
