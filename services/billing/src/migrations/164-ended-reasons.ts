/** Why subscriptions ended that nobody canceled. Of those that ended before this nothing is known (null). */
import type { Migration } from '@tessera/kit/database/data-source';

export const endedReasonsMigration: Migration = {
  name: '164-ended-reasons',
  sql: 'ALTER TABLE subscriptions ADD COLUMN ended_reason text',
};
