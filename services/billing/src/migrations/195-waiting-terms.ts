/**
 * Waiting lines are in the terms of the product whose price they name: with tax or without it. Credit was written in those
 * of the product that its subscription had been changed to: it names the price of that one's charge.
 */
import type { SqlMigration } from '@tessera/kit/database/data-source';

export const waitingTermsMigration: SqlMigration = {
  name: '195-waiting-terms',
  sql: `
    UPDATE subscription_entries credit SET product_price_id = charge.product_price_id
    FROM subscription_entries charge, product_prices former_price, products former, product_prices price, products present
    WHERE credit.order_id IS NULL AND credit.amount < 0 AND charge.amount > 0
      AND charge.subscription_id = credit.subscription_id AND charge.created_at = credit.created_at
      AND former_price.id = credit.product_price_id AND former.id = former_price.product_id
      AND price.id = charge.product_price_id AND present.id = price.product_id
      AND former.tax_behavior <> present.tax_behavior`,
};
