/** The member entity: a user's membership of an organization. */
import { column } from '@tessera/kit/database/data-source';
import { EntitySchema } from 'typeorm';

export type MemberRow = {
  id: string;
  organizationId: string;
  userId: string;
  /** Role names, comma-separated. */
  role: string;
  teamId: string | null;
  createdAt: Date;
  /** A 64-bit integer as decimal text. */
  revision: string;
};

export const MemberEntity = new EntitySchema<MemberRow>({
  name: 'Member',
  tableName: 'members',
  columns: {
    id: column.id(),
    organizationId: column.uuid('organization_id'),
    userId: column.uuid('user_id'),
    role: column.text('role'),
    teamId: column.uuid('team_id', { nullable: true }),
    createdAt: column.time('created_at'),
    revision: { type: 'bigint', name: 'revision' },
  },
});
