/** Benefit rows. Deleted ones are kept because grants refer to them. */
import { column } from '@tessera/kit/database/data-source';
import type { Benefit } from '@tessera/proto/api/billing/benefit';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { EntitySchema } from 'typeorm';

/** A benefit's type with the matching properties. */
export type Kind = {
  [Type in Benefit['type']]: Pick<Extract<Benefit, { type: Type }>, 'type' | 'properties'>;
};

export type BenefitRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  organizationId: string;
  description: string;
  selectable: boolean;
  deletable: boolean;
  metadata: MetadataOut;
} & Kind[Benefit['type']];

export const BenefitEntity = new EntitySchema<BenefitRow>({
  name: 'benefit',
  tableName: 'benefits',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    deletedAt: column.time('deleted_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    type: column.text('type'),
    description: column.text('description'),
    selectable: column.bool('selectable'),
    deletable: column.bool('deletable'),
    metadata: column.json('metadata'),
    properties: column.json('properties'),
  },
});
