/** Who has had a trial, by what they may come back with: an address, one of its variants, or a card. */
import type { Migration } from '@tessera/kit/database/data-source';

export const trialsHadMigration: Migration = {
  name: '152-trials-had',
  indexes: [
    {
      name: 'customers_mailbox',
      on: `customers (organization_id, regexp_replace(lower(email), '[+][^@]*@', '@'))`,
    },
    {
      name: 'checkouts_trial_mailbox',
      on: `checkouts (organization_id, regexp_replace(lower(customer_email), '[+][^@]*@', '@'))
        WHERE confirmed_trial ->> 'trialInterval' IS NOT NULL`,
    },
    {
      name: 'payments_trial_card',
      // Nothing is charged where a trial begins.
      on: `payments (organization_id, card_fingerprint)
        WHERE purpose_kind = 'checkout' AND amount = 0 AND card_fingerprint IS NOT NULL`,
    },
  ],
};
