/** A card that is bought with several times is kept once: by the fingerprint that its processor tells. */
import type { Migration } from '@tessera/kit/database/data-source';

export const cardFingerprintsMigration: Migration = {
  name: '143-card-fingerprints',
  sql: `
    ALTER TABLE sandbox_tokens ADD COLUMN fingerprint text;
    ALTER TABLE payments ADD COLUMN card_fingerprint text;
    ALTER TABLE payment_methods ADD COLUMN fingerprint text;
    CREATE UNIQUE INDEX payment_methods_fingerprint
      ON payment_methods (customer_id, processor, coalesce(account, ''), fingerprint)
      WHERE fingerprint IS NOT NULL AND deleted_at IS NULL;`,
};
