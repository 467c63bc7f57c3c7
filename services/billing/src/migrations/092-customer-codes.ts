import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Codes that are sent by mail: `sign_in` for the customer who has the address, `email` for one who wants to have it. A row
 * for an address of nobody never gets a hash. `customer_code_tries`: wrong ones of a network that named no address.
 */
export const customerCodesMigration: Migration = {
  name: '092-customer-codes',
  sql: `
    CREATE TABLE customer_codes (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('sign_in', 'email')),
      email text NOT NULL,
      customer_id uuid,
      code_hash text,
      tries integer NOT NULL DEFAULT 0
    );
    CREATE INDEX customer_codes_email ON customer_codes (organization_id, lower(email));
    CREATE INDEX customer_codes_customer ON customer_codes (customer_id) WHERE customer_id IS NOT NULL;
    CREATE INDEX customer_codes_hash ON customer_codes (code_hash) WHERE code_hash IS NOT NULL;
    CREATE INDEX customer_codes_expires_at ON customer_codes (expires_at);
    CREATE TABLE customer_code_tries (
      network text NOT NULL,
      started_at timestamptz NOT NULL,
      tries integer NOT NULL,
      PRIMARY KEY (network, started_at)
    );
    CREATE INDEX customer_code_tries_started_at ON customer_code_tries (started_at);`,
};
