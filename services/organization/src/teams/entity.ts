/** The team entity. */
import { column } from '@tessera/kit/database/data-source';
import { EntitySchema } from 'typeorm';

export type TeamRow = {
  id: string;
  organizationId: string;
  name: string;
  createdAt: Date;
  /** Null for the default team. */
  updatedAt: Date | null;
};

export const TeamEntity = new EntitySchema<TeamRow>({
  name: 'Team',
  tableName: 'teams',
  columns: {
    id: column.id(),
    organizationId: column.uuid('organization_id'),
    name: column.text('name'),
    createdAt: column.time('created_at'),
    updatedAt: column.time('updated_at', { nullable: true }),
  },
});
