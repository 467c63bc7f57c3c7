/** The member's row: a user's place in an organization. */
import { column } from '@tessera/kit/database';
import { EntitySchema } from 'typeorm';

export type MemberRow = {
  id: string;
  organizationId: string;
  userId: string;
  /** One role or several, by commas. */
  role: string;
  teamId: string | null;
  createdAt: Date;
  /** Decimal text of a 64-bit number. */
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
