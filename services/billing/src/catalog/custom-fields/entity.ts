/** Custom field rows. Deleted ones are kept so that their answers stay readable. */
import { column } from '@tessera/kit/database/data-source';
import type { CustomField } from '@tessera/proto/api/billing/custom-field';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { EntitySchema } from 'typeorm';

/** A field's type with the matching properties. */
export type CustomFieldKind = {
  [Type in CustomField['type']]: Pick<Extract<CustomField, { type: Type }>, 'type' | 'properties'>;
}[CustomField['type']];

export type CustomFieldRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  organizationId: string;
  /** The key of answers; unique among the organization's fields that are not deleted. */
  slug: string;
  name: string;
  metadata: MetadataOut;
} & CustomFieldKind;

export const CustomFieldEntity = new EntitySchema<CustomFieldRow>({
  name: 'customField',
  tableName: 'custom_fields',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    deletedAt: column.time('deleted_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    type: column.text('type'),
    slug: column.text('slug'),
    name: column.text('name'),
    metadata: column.json('metadata'),
    properties: column.json('properties'),
  },
});

/** A former slug of a field under which answers are still stored. */
export type CustomFieldRenameRow = { customFieldId: string; organizationId: string; slug: string };

export const CustomFieldRenameEntity = new EntitySchema<CustomFieldRenameRow>({
  name: 'customFieldRename',
  tableName: 'custom_field_renames',
  columns: {
    customFieldId: column.uuid('custom_field_id', { primary: true }),
    organizationId: column.uuid('organization_id'),
    slug: column.text('slug', { primary: true }),
  },
});
