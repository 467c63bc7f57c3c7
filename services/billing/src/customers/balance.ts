/** What customers have to their credit with a seller, by currency: orders below 0 add to it, later ones take from it. */
import { column } from '@tessera/kit/database';
import { sql } from '@tessera/kit/sql';
import { type EntityManager, EntitySchema } from 'typeorm';

/** `amount` in minor units; below 0: what was too little to be charged, and comes with the next order. */
export type BalanceRow = { customerId: string; currency: string; organizationId: string; amount: number };

export const BalanceEntity = new EntitySchema<BalanceRow>({
  name: 'customerBalance',
  tableName: 'customer_balances',
  columns: {
    customerId: column.uuid('customer_id', { primary: true }),
    currency: { type: 'text', name: 'currency', primary: true },
    organizationId: column.uuid('organization_id'),
    amount: column.int('amount'),
  },
});

type Owner = Pick<BalanceRow, 'customerId' | 'currency' | 'organizationId'>;

/** What a customer has to their credit; 0 where there is nothing. */
export const findBalance = async (
  em: EntityManager,
  { customerId, currency }: Pick<Owner, 'customerId' | 'currency'>,
): Promise<number> => (await em.findOneBy(BalanceEntity, { customerId, currency }))?.amount ?? 0;

/** What customers have to their credit, held until the transaction ends; what is nowhere is not in it. */
export const lockBalances = async (
  em: EntityManager,
  owners: readonly Pick<Owner, 'customerId' | 'currency'>[],
): Promise<Pick<BalanceRow, 'customerId' | 'currency' | 'amount'>[]> =>
  sql(
    em,
    `SELECT customer_id AS "customerId", currency, amount FROM customer_balances
     WHERE (customer_id, currency) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
     ORDER BY customer_id, currency FOR UPDATE`,
    [owners.map(({ customerId }) => customerId), owners.map(({ currency }) => currency)],
  );

/** Adds to it, or takes from it. Answers what there is then; null where nothing is added. */
export const addToBalance = async (
  em: EntityManager,
  { customerId, currency, organizationId }: Owner,
  amount: number,
): Promise<number | null> => {
  if (amount === 0) return null;
  const [kept] = await sql<{ amount: number }>(
    em,
    `INSERT INTO customer_balances AS kept (customer_id, currency, organization_id, amount) VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_id, currency) DO UPDATE SET amount = kept.amount + excluded.amount
     RETURNING amount`,
    [customerId, currency, organizationId, amount],
  );
  return kept?.amount ?? null;
};
