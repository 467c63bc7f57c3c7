import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

/**
 * License keys, found by a hash of theirs, and the devices that use them. What validating writes is in no index and has
 * room in its page. `license_signing_keys`: what an organization's licenses are signed with, as JSON Web Keys, the
 * private part encrypted.
 */
export const licenseKeysMigration: Migration = {
  name: '094-license-keys',
  sql: `
    CREATE TABLE license_keys (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      benefit_id uuid NOT NULL,
      grant_id uuid NOT NULL,
      key text NOT NULL,
      key_hash text NOT NULL,
      status text NOT NULL,
      limit_activations integer,
      usage integer NOT NULL,
      limit_usage integer,
      validations integer NOT NULL,
      last_validated_at timestamptz,
      expires_at timestamptz,
      CONSTRAINT license_keys_hash UNIQUE (organization_id, key_hash)
    ) WITH (fillfactor = 80);
    CREATE INDEX license_keys_created_at ON license_keys (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX license_keys_status ON license_keys (organization_id, status, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX license_keys_benefit ON license_keys (benefit_id, created_at DESC);
    CREATE INDEX license_keys_customer ON license_keys (customer_id, created_at DESC);
    CREATE INDEX license_keys_grant ON license_keys (grant_id);
    CREATE INDEX license_keys_text ON license_keys USING gin (organization_id, key gin_trgm_ops);
    ${countRows({ table: 'license_keys', time: '@.created_at', facet: '@.status' })}

    CREATE TABLE license_key_activations (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      license_key_id uuid NOT NULL REFERENCES license_keys (id),
      label text NOT NULL,
      meta jsonb NOT NULL,
      conditions jsonb NOT NULL
    );
    CREATE INDEX license_key_activations_key ON license_key_activations (license_key_id, created_at)
      WHERE deleted_at IS NULL;

    CREATE TABLE license_signing_keys (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL UNIQUE,
      created_at timestamptz NOT NULL,
      private_key text NOT NULL,
      public_key jsonb NOT NULL
    );
  `,
};
