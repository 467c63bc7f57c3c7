/**
 * How much of an order was too little to be charged, and was added to what its customer owes: its receipt and its invoice
 * say so whenever they are made. Of orders before this nothing is known (null).
 */
import type { Migration } from '@tessera/kit/database/data-source';

export const carriedAmountsMigration: Migration = {
  name: '157-carried-amounts',
  sql: 'ALTER TABLE orders ADD COLUMN carried_amount integer',
};
