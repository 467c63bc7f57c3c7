import type { SqlMigration } from '@tessera/kit/database/data-source';

/**
 * Marks users whose address is called verified on the word of a provider that only passes it on. Replicas of the release
 * before insert unmarked users, as they do now. Of users from before nobody knows whether the provider had checked
 * the address: those whom such a provider brought are marked, who otherwise could be somebody waiting for the owner.
 */
export const passedOnAddresses: SqlMigration = {
  name: '007-passed-on-addresses',
  sql: `
ALTER TABLE users ADD COLUMN is_email_passed_on boolean NOT NULL DEFAULT false;
UPDATE users SET is_email_passed_on = true
WHERE email_verified AND EXISTS (
  SELECT 1 FROM accounts
  WHERE accounts.user_id = users.id AND accounts.provider_id IN ('microsoft', 'twitter')
    -- Opened by it; an account linked later says nothing about the address.
    AND accounts.created_at <= users.created_at + interval '1 minute'
);`,
};
