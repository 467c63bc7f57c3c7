/**
 * License keys and grants are counted by their benefit (as product, see lists/counted.ts), for the lists of one
 * benefit; and customers' credit is counted.
 */
import type { SqlMigration } from '@tessera/kit/database/data-source';
import { countRows, recountRows } from '../lists/counted.ts';

export const countedBenefitsMigration: SqlMigration = {
  name: '186-counted-benefits',
  sql: `
    ${recountRows({ table: 'license_keys', time: '@.created_at', product: '@.benefit_id', facet: '@.status' })}
    LOCK TABLE benefit_grants IN SHARE ROW EXCLUSIVE MODE;
    ${countRows({
      table: 'benefit_grants',
      time: '@.created_at',
      product: '@.benefit_id',
      facet: "(CASE WHEN @.granted_at IS NULL THEN 'other' ELSE 'granted' END)",
    })}
    LOCK TABLE customer_balances IN SHARE ROW EXCLUSIVE MODE;
    ${countRows({ table: 'customer_balances', time: '@.created_at' })}`,
};
