import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

/**
 * Files, the key that their links are signed with (made here, and the same for all replicas), the pictures of products
 * in order (in their rows: who shows none pays nothing for them), and how often a customer has downloaded what a benefit gives. `upload_parts`: the parts as they were
 * declared. `purged_at`: when the store has let go of a deleted file.
 */
export const filesMigration: Migration = {
  name: '050-files',
  sql: `
    CREATE TABLE files (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      purged_at timestamptz,
      organization_id uuid NOT NULL,
      service text NOT NULL,
      name text NOT NULL,
      path text NOT NULL,
      mime_type text NOT NULL,
      size bigint NOT NULL,
      version text,
      is_uploaded boolean NOT NULL,
      upload_id text,
      upload_parts jsonb NOT NULL,
      checksum_sha256 text,
      checksum_etag text,
      storage_version text,
      last_modified_at timestamptz,
      public_url text
    );
    CREATE INDEX files_organization ON files (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE is_uploaded AND deleted_at IS NULL;
    CREATE INDEX files_service ON files (organization_id, service, created_at DESC NULLS LAST, id DESC)
      WHERE is_uploaded AND deleted_at IS NULL;
    CREATE INDEX files_text ON files USING gin (organization_id, name gin_trgm_ops);
    CREATE INDEX files_unfinished ON files (created_at) WHERE NOT is_uploaded AND deleted_at IS NULL;
    CREATE INDEX files_to_purge ON files (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
    ${countRows({
      table: 'files',
      time: '@.created_at',
      facet: '@.service',
      when: '@.is_uploaded AND @.deleted_at IS NULL',
    })}

    ALTER TABLE products ADD COLUMN media_ids uuid[] NOT NULL DEFAULT '{}';
    CREATE INDEX products_medias ON products USING gin (organization_id, media_ids) WHERE media_ids <> '{}';

    CREATE TABLE downloads (
      customer_id uuid NOT NULL,
      benefit_id uuid NOT NULL,
      file_id uuid NOT NULL,
      count integer NOT NULL,
      last_downloaded_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, benefit_id, file_id)
    );

    CREATE TABLE file_keys (id smallint PRIMARY KEY, secret bytea NOT NULL);
    INSERT INTO file_keys
    SELECT 1, sha256(string_agg(gen_random_uuid()::text, '')::bytea) FROM generate_series(1, 4);
  `,
};
