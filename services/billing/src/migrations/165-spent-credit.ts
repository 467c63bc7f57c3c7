/**
 * What of customers' credit was used before a change of price within the period (`spent_credit`), and what of credit that was
 * taken back meanwhile had been (`credit_debt`): credit that is given before that period ends (`spent_until`) pays it first.
 */
import type { Migration } from '@tessera/kit/database/data-source';

export const spentCreditMigration: Migration = {
  name: '165-spent-credit',
  sql: `ALTER TABLE customer_meters
    ADD COLUMN spent_credit bigint NOT NULL DEFAULT 0,
    ADD COLUMN credit_debt bigint NOT NULL DEFAULT 0,
    ADD COLUMN spent_until timestamptz`,
};
