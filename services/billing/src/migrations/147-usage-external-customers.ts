/** Who else has events that name their customer by an external id: someone who was called so when they came. */
import type { Migration } from '@tessera/kit/database/data-source';

export const usageExternalCustomersMigration: Migration = {
  name: '147-usage-external-customers',
  sql: `CREATE INDEX usage_events_external ON usage_events (organization_id, external_customer_id, customer_id)
    WHERE external_customer_id IS NOT NULL AND customer_id IS NOT NULL;`,
};
