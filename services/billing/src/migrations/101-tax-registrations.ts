/** Where sellers collect tax, and who they are on paper. */
import type { Migration } from '@tessera/kit/database/data-source';

export const taxRegistrationsMigration: Migration = {
  name: '101-tax-registrations',
  sql: `
    CREATE TABLE tax_registrations (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      country text NOT NULL,
      state text,
      scheme text NOT NULL CHECK (scheme IN ('standard', 'eu_oss')),
      tax_number text,
      valid_from timestamptz NOT NULL,
      valid_until timestamptz
    );
    CREATE UNIQUE INDEX tax_registrations_place ON tax_registrations
      (organization_id, country, coalesce(state, ''), scheme);
    CREATE TABLE seller_details (
      organization_id uuid PRIMARY KEY,
      modified_at timestamptz NOT NULL,
      legal_name text,
      address jsonb,
      tax_id jsonb
    );`,
};
