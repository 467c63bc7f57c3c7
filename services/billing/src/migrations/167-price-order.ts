/** Amounts by which lists sort products: those of free, custom and metered prices were 0. See `leadingPrice`. */
import type { SqlMigration } from '@tessera/kit/database/data-source';

export const priceOrderMigration: SqlMigration = {
  name: '167-price-order',
  sql: `
    UPDATE products
    SET price_amount = CASE price_amount_type WHEN 'free' THEN -2 WHEN 'custom' THEN -1 ELSE 2147483647 END
    WHERE price_amount_type IN ('free', 'metered_unit') OR (price_amount_type = 'custom' AND price_amount = 0)`,
};
