/**
 * Periods that begin in the instant in which another has begun, which then was over at once (a change of interval at that
 * time). An order of a period says how many such there were before: no period has two orders, but an instant may begin
 * several periods.
 */
import type { IndexMigration, SqlMigration } from '@tessera/kit/database/data-source';

export const emptyPeriodsMigration: SqlMigration = {
  name: '192-empty-periods',
  sql: 'ALTER TABLE renewals ADD COLUMN empty_before integer NOT NULL DEFAULT 0',
};

export const periodOrdersMigration: IndexMigration = {
  name: '193-period-orders',
  indexes: [
    {
      name: 'renewals_period_order',
      on: 'renewals (subscription_id, period_start, empty_before)',
      isUnique: true,
    },
  ],
};

export const periodStartsMigration: SqlMigration = {
  name: '194-period-starts',
  sql: 'ALTER TABLE renewals DROP CONSTRAINT renewals_period',
};
