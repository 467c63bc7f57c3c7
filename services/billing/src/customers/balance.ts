/**
 * Customer balances per seller and currency: negative orders add to them, later orders use them up. Each change is
 * recorded with its order.
 */
import { column } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, EntitySchema } from 'typeorm';
import { uuidv7 } from 'uuidv7';

/** `amount` in minor units. Negative: amounts too small to charge, due with the next order. */
export type BalanceRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  customerId: string;
  currency: string;
  organizationId: string;
  amount: number;
};

export const BalanceEntity = new EntitySchema<BalanceRow>({
  name: 'customerBalance',
  tableName: 'customer_balances',
  columns: {
    id: column.uuid('id'),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    customerId: column.uuid('customer_id', { primary: true }),
    currency: { type: 'text', name: 'currency', primary: true },
    organizationId: column.uuid('organization_id'),
    amount: column.int('amount'),
  },
});

type Owner = Pick<BalanceRow, 'customerId' | 'currency' | 'organizationId'>;

/** A customer's balance in minor units; 0 when there is none. */
export const findBalance = async (
  em: EntityManager,
  { customerId, currency }: Pick<Owner, 'customerId' | 'currency'>,
): Promise<number> => (await em.findOneBy(BalanceEntity, { customerId, currency }))?.amount ?? 0;

/** Customers' balances, locked until the transaction ends; those without a row are absent. */
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

/**
 * A change in minor units and the order that caused it. `isReturned`: reverts a change, because that order will not
 * be paid or was refunded.
 */
export type BalanceChange = { amount: number; at: Date; orderId?: string; isReturned?: boolean };

/**
 * Changes the balance. Returns the new balance, or null when `amount` is 0. The change is later than the one before,
 * also where `at` is not because this one waited for the row: a wallet's transactions are listed by time.
 */
export const addToBalance = async (
  em: EntityManager,
  { customerId, currency, organizationId }: Owner,
  { amount, at, orderId, isReturned = false }: BalanceChange,
): Promise<number | null> => {
  if (amount === 0) return null;
  const [kept] = await sql<{ balance: number }>(
    em,
    `WITH wallet AS (
       INSERT INTO customer_balances AS kept (id, customer_id, currency, organization_id, amount, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (customer_id, currency)
         DO UPDATE SET amount = kept.amount + excluded.amount, modified_at = greatest(
           excluded.created_at, coalesce(kept.modified_at, kept.created_at) + interval '1 microsecond')
       RETURNING id, amount, coalesce(modified_at, created_at) AS changed_at
     )
     INSERT INTO wallet_transactions (id, wallet_id, created_at, amount, balance, order_id, is_returned)
     SELECT $7, wallet.id, wallet.changed_at, $5, wallet.amount, $8, $9 FROM wallet RETURNING balance`,
    [uuidv7(), customerId, currency, organizationId, amount, at, uuidv7(), orderId ?? null, isReturned],
  );
  return kept?.balance ?? null;
};
