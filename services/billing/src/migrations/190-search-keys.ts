/** Searches find names by their keys (`search_key`), without regard to accents. */
import type { IndexMigration, SqlMigration } from '@tessera/kit/database/data-source';

const searched: Readonly<Record<string, readonly string[]>> = {
  benefits: ['description'],
  checkouts: ['customer_email', 'customer_name'],
  customers: ['email', 'name'],
  discounts: ['name', 'code'],
  files: ['name'],
  license_keys: ['key'],
  meters: ['name'],
  orders: ['invoice_number'],
  products: ['name'],
};
const tables = Object.keys(searched);

export const searchKeysMigration: IndexMigration = {
  name: '190-search-keys',
  indexes: Object.entries(searched).map(([table, columns]) => ({
    name: `${table}_search`,
    on: `${table} USING gin (organization_id, ${columns
      .map((column) => `search_key(${column}) gin_trgm_ops`)
      .join(', ')})`,
  })),
};

/** Replicas of the version before search without an index until they are replaced. */
export const droppedTextIndexesMigration: SqlMigration = {
  name: '191-dropped-text-indexes',
  sql: `DROP INDEX ${tables.map((table) => `${table}_text`).join(', ')}`,
};
