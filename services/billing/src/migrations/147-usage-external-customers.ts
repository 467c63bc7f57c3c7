/** Events by the external id that they name their customer with: in the order of time, whoever has that id now. */
import type { Migration } from '@tessera/kit/database';

export const usageExternalCustomersMigration: Migration = {
  name: '147-usage-external-customers',
  sql: `CREATE INDEX usage_events_external ON usage_events (organization_id, external_customer_id, "timestamp", id)
    WHERE external_customer_id IS NOT NULL;`,
};
