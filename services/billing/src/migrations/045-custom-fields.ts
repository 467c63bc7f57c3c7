import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

const answers = (table: string): string => `
  CREATE INDEX ${table}_answers ON ${table} USING gin (organization_id, custom_field_data)
    WHERE custom_field_data <> '{}';`;

/**
 * Custom fields, and which of them products ask for: a short list in the product's own row, so that who sells without
 * any pays nothing for them. Rows that hold answers are indexed by slug for renaming; others are in no such index.
 */
export const customFieldsMigration: Migration = {
  name: '045-custom-fields',
  sql: `
    CREATE TABLE custom_fields (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      organization_id uuid NOT NULL,
      type text NOT NULL CHECK (type IN ('text', 'number', 'date', 'checkbox', 'select')),
      slug text NOT NULL,
      name text NOT NULL,
      metadata jsonb NOT NULL,
      properties jsonb NOT NULL
    );
    CREATE UNIQUE INDEX custom_fields_slug ON custom_fields (organization_id, lower(slug))
      WHERE deleted_at IS NULL;
    CREATE INDEX custom_fields_created_at ON custom_fields (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    ${countRows({ table: 'custom_fields', time: '@.created_at', facet: '@.type', when: '@.deleted_at IS NULL' })}
    CREATE TABLE custom_field_renames (
      custom_field_id uuid NOT NULL REFERENCES custom_fields (id),
      organization_id uuid NOT NULL,
      slug text NOT NULL,
      PRIMARY KEY (custom_field_id, slug)
    );
    CREATE INDEX custom_field_renames_slug ON custom_field_renames (organization_id, slug);

    ALTER TABLE products ADD COLUMN attached_custom_fields jsonb NOT NULL DEFAULT '[]';
    CREATE INDEX products_custom_fields ON products USING gin (organization_id, attached_custom_fields jsonb_path_ops)
      WHERE attached_custom_fields <> '[]';
    ${['checkouts', 'subscriptions', 'orders'].map(answers).join('')}
  `,
};
