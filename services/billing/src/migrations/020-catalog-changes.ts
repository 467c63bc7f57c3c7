import type { Migration } from '@tessera/kit/database/data-source';
import { dueTable } from '@tessera/kit/due';

/**
 * Consequences of catalogue changes, and the indexes by which holders are walked page by page. What was under way
 * when this came is begun anew: following twice changes nothing.
 */
export const catalogChangesMigration: Migration = {
  name: '020-catalog-changes',
  sql: `
    ${dueTable('catalog_changes')}
    INSERT INTO catalog_changes (kind, subject_id, organization_id)
    SELECT 'product', id, organization_id FROM products
    WHERE EXISTS (SELECT 1 FROM product_benefits link WHERE link.product_id = products.id);
    CREATE INDEX subscriptions_product_id ON subscriptions (product_id, id);
    DROP INDEX subscriptions_product;
    CREATE INDEX orders_product_id ON orders (product_id, id);
    DROP INDEX orders_product;
    CREATE INDEX benefit_grants_granted ON benefit_grants (benefit_id, id) WHERE granted_at IS NOT NULL;
    CREATE INDEX subscriptions_unended ON subscriptions (organization_id, id)
      WHERE status IN ('trialing', 'active', 'past_due');
  `,
};
