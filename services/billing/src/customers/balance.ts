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

/** The same, held until the transaction ends. */
export const lockBalance = async (
  em: EntityManager,
  { customerId, currency }: Pick<Owner, 'customerId' | 'currency'>,
): Promise<number> => {
  const [row] = await sql<{ amount: number }>(
    em,
    'SELECT amount FROM customer_balances WHERE customer_id = $1 AND currency = $2 FOR UPDATE',
    [customerId, currency],
  );
  return row?.amount ?? 0;
};

/** Adds to it, or takes from it. */
export const addToBalance = async (
  em: EntityManager,
  { customerId, currency, organizationId }: Owner,
  amount: number,
): Promise<void> => {
  if (amount === 0) return;
  await em.query(
    `INSERT INTO customer_balances AS kept (customer_id, currency, organization_id, amount) VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_id, currency) DO UPDATE SET amount = kept.amount + excluded.amount`,
    [customerId, currency, organizationId, amount],
  );
};
