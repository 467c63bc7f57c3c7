/** Meter rows: the filter and aggregation of a customer's events. */
import { column } from '@tessera/kit/database/data-source';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { Aggregation, Filter } from '@tessera/proto/api/billing/meter';
import { EntitySchema } from 'typeorm';

export type MeterRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  name: string;
  filter: Filter;
  aggregation: Aggregation;
  metadata: MetadataOut;
};

export const MeterEntity = new EntitySchema<MeterRow>({
  name: 'meter',
  tableName: 'meters',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    name: column.text('name'),
    filter: column.json('filter'),
    aggregation: column.json('aggregation'),
    metadata: column.json('metadata'),
  },
});
