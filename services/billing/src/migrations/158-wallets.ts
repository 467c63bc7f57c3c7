/**
 * What has become of customers' credit, change by change, so that it can be shown. Balances get an id, by which they are
 * asked for; the defaults are for replicas of the release before. What changed before is taken from the orders; what these do
 * not explain comes first, as a change without an order.
 */
import type { SqlMigration } from '@tessera/kit/database/data-source';

export const walletsMigration: SqlMigration = {
  name: '158-wallets',
  sql: `
    LOCK TABLE customer_balances IN SHARE ROW EXCLUSIVE MODE;
    ALTER TABLE customer_balances
      ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
      ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN modified_at timestamptz;
    CREATE TABLE wallet_transactions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      wallet_id uuid NOT NULL REFERENCES customer_balances (id),
      created_at timestamptz NOT NULL,
      amount integer NOT NULL,
      balance integer NOT NULL,
      order_id uuid,
      is_returned boolean NOT NULL DEFAULT false
    );
    CREATE INDEX wallet_transactions_page ON wallet_transactions (wallet_id, created_at DESC, id DESC);
    CREATE INDEX customer_balances_organization ON customer_balances (organization_id);

    WITH made AS (
      SELECT b.id AS wallet_id, o.created_at, o.applied_balance_amount AS amount, o.id AS order_id
      FROM customer_balances b
      JOIN orders o ON o.customer_id = b.customer_id AND o.currency = b.currency
      WHERE o.applied_balance_amount <> 0 AND o.status <> 'void'
    ), rest AS (
      SELECT b.id AS wallet_id, coalesce(min(made.created_at) - interval '1 millisecond', now()) AS created_at,
        b.amount - coalesce(sum(made.amount), 0) AS amount, NULL::uuid AS order_id
      FROM customer_balances b LEFT JOIN made ON made.wallet_id = b.id GROUP BY b.id, b.amount
    ), every AS (SELECT * FROM made UNION ALL SELECT * FROM rest WHERE amount <> 0)
    INSERT INTO wallet_transactions (wallet_id, created_at, amount, balance, order_id)
    SELECT wallet_id, created_at, amount,
      sum(amount) OVER (PARTITION BY wallet_id ORDER BY created_at, order_id NULLS FIRST), order_id
    FROM every;

    UPDATE customer_balances b SET created_at = t.first, modified_at = nullif(t.last, t.first)
    FROM (SELECT wallet_id, min(created_at) AS first, max(created_at) AS last FROM wallet_transactions GROUP BY 1) t
    WHERE t.wallet_id = b.id;`,
};
