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

type Bought = Pick<FullOrder, 'row' | 'customer'>;

/**
 * The tax ids that were entered at the orders' checkouts, otherwise the customers', in the order of the orders. A buyer
 * who only typed the e-mail address of a customer must not see that customer's.
 */
export const findBuyersTaxIds = async (
  em: EntityManager,
  orders: readonly Bought[],
): Promise<(TaxId | null)[]> => {
  const ids = orders.flatMap(({ row: { checkoutId } }) => checkoutId ?? []);
  const typed = ids.length === 0 ? undefined : await readTyped(em, ids);
  return orders.map(({ row: { checkoutId }, customer }) => {
    const checkout = checkoutId === null ? undefined : typed?.get(checkoutId);
    const isTyped = checkout?.isCustomerFromSeller === false;
    return checkout?.taxId ?? (isTyped ? null : customer.taxId);
  });
};

/** As `findBuyersTaxIds`, of one order. */
export const findBuyersTaxId = async (em: EntityManager, order: Bought): Promise<TaxId | null> =>
  (await findBuyersTaxIds(em, [order]))[0] ?? null;
