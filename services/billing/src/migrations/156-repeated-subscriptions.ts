/**
 * Which subscriptions began although their customer had one and may have one: they are not renewed beside another.
 * `checkouts.is_repeated`, which said so before, is read no more and goes in a later release.
 */
import type { Migration } from '@tessera/kit/database/data-source';

export const repeatedSubscriptionsMigration: Migration = {
  name: '156-repeated-subscriptions',
  sql: 'ALTER TABLE subscriptions ADD COLUMN is_repeated boolean NOT NULL DEFAULT false;',
};
