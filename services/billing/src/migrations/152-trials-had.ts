/** Who has had a trial, by what they may come back with: an address, one of its variants, or a card. */
import type { Migration } from '@tessera/kit/database/data-source';

export const trialsHadMigration: Migration = {
  name: '152-trials-had',
  sql: `CREATE INDEX customers_mailbox ON customers (organization_id, regexp_replace(lower(email), '[+][^@]*@', '@'));
    CREATE INDEX checkouts_trial_mailbox ON checkouts (organization_id, regexp_replace(lower(customer_email), '[+][^@]*@', '@'))
      WHERE confirmed_trial ->> 'trialInterval' IS NOT NULL;
    -- Nothing is charged where a trial begins.
    CREATE INDEX payments_trial_card ON payments (organization_id, card_fingerprint)
      WHERE purpose_kind = 'checkout' AND amount = 0 AND card_fingerprint IS NOT NULL;`,
};
