/** Copies of memberships, guarded by the owner's revision: an older message never overwrites a newer one. */
import { column } from '@tessera/kit/database';
import { type Prepared, runPrepared } from '@tessera/kit/sql';
import type { MembershipFacts } from '@tessera/proto/api/asks';
import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';

/** `isDeleted` rows stay, so that a late message cannot bring an ended membership back. */
export type MembershipRow = MembershipFacts & { isDeleted: boolean; revision: string };

export const MembershipEntity = new EntitySchema<MembershipRow>({
  name: 'membership',
  tableName: 'memberships',
  columns: {
    id: column.text('id', { primary: true }),
    organizationId: column.uuid('organization_id'),
    userId: column.text('user_id'),
    role: column.text('role'),
    canManage: column.bool('can_manage'),
    isDeleted: column.bool('is_deleted'),
    revision: { type: 'bigint', name: 'revision' },
  },
});

const select = `SELECT id, organization_id AS "organizationId", user_id AS "userId", role,
    can_manage AS "canManage", is_deleted AS "isDeleted", revision
  FROM memberships WHERE NOT is_deleted AND user_id = $1`;
// Every request of someone signed in makes one of these.
const ofUser: Prepared = {
  name: 'memberships-of-user',
  text: `${select} AND EXISTS (SELECT 1 FROM asked_memberships WHERE asked_memberships.user_id = $1)`,
};
const ofUserInOrganization: Prepared = { name: 'membership', text: `${select} AND organization_id = $2` };

export const findMembershipRow = async (
  db: DataSource,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<MembershipRow | null> => {
  const [row] = await runPrepared<MembershipRow>(db, ofUserInOrganization, [userId, organizationId]);
  return row ?? null;
};

/** All memberships of a user, once they were asked for; before that none, although some may be known. */
export const findMembershipRows = (db: DataSource, userId: string): Promise<MembershipRow[]> =>
  runPrepared(db, ofUser, [userId]);

/** Notes that all memberships of a user were asked for: from then on events keep the copy whole. */
export const noteAsked = (db: DataSource, userId: string): Promise<unknown> =>
  db.query('INSERT INTO asked_memberships (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);

export const storeMembership = (em: EntityManager, row: MembershipRow): Promise<unknown> =>
  em.query(
    `INSERT INTO memberships AS kept (id, organization_id, user_id, role, can_manage, is_deleted, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE
     SET role = excluded.role, can_manage = excluded.can_manage, is_deleted = excluded.is_deleted,
         revision = excluded.revision
     WHERE excluded.revision > kept.revision`,
    [row.id, row.organizationId, row.userId, row.role, row.canManage, row.isDeleted, row.revision],
  );

/** Ends all memberships of an organization that is gone. */
export const endMemberships = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.update(MembershipEntity, { organizationId }, { isDeleted: true });
