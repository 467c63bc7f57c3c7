/** Lines that waited for orders which never came. From now on they are charged when their subscription ends. */
import type { Migration } from '@tessera/kit/database/data-source';

export const endedEntriesMigration: Migration = {
  name: '151-ended-entries',
  sql: `-- Nobody is charged for what ended long ago.
    DELETE FROM subscription_entries entries USING subscriptions
    WHERE subscriptions.id = entries.subscription_id AND entries.order_id IS NULL AND subscriptions.ended_at IS NOT NULL;`,
};
