/** Maps orders to their transactions in the seller's tax reports. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

type TaxTransaction = { orderId: string; organizationId: string; transactionId: string; createdAt: Date };

/** Null: the order is not reported, or not yet. */
export const findTaxTransaction = async (em: EntityManager, orderId: string): Promise<string | null> => {
  const [row] = await sql<{ id: string }>(
    em,
    'SELECT transaction_id AS id FROM tax_transactions WHERE order_id = $1',
    [orderId],
  );
  return row?.id ?? null;
};

export const insertTaxTransaction = async (em: EntityManager, row: TaxTransaction): Promise<void> => {
  await em.query(
    `INSERT INTO tax_transactions (order_id, organization_id, transaction_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [row.orderId, row.organizationId, row.transactionId, row.createdAt],
  );
};
