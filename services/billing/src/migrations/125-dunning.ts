/**
 * What failed renewals lead to: a grace until which benefits stay, and the method that was declined for good. Claims keep
 * replicas from the same work; they may be lost with a crash, and then nothing is claimed.
 */
import type { Migration } from '@tessera/kit/database/data-source';

export const dunningMigration: Migration = {
  name: '125-dunning',
  sql: `
    ALTER TABLE subscriptions ADD COLUMN grace_ends_at timestamptz;
    ALTER TABLE renewals ADD COLUMN declined_method_id text;
    CREATE INDEX subscriptions_grace ON subscriptions (grace_ends_at) WHERE grace_ends_at IS NOT NULL;
    CREATE UNLOGGED TABLE renewal_claims (
      subject_id uuid PRIMARY KEY,
      claimed_until timestamptz NOT NULL,
      attempts integer NOT NULL
    );`,
};
