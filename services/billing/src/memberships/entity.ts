/** Copies of memberships, guarded by the owner's revision: an older message never overwrites a newer one. */
import { column } from '@tessera/kit/database';
import type { MembershipFacts } from '@tessera/proto/api/asks';
import { type EntityManager, EntitySchema } from 'typeorm';

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

export const findMembershipRow = (
  em: EntityManager,
  key: { userId: string; organizationId: string },
): Promise<MembershipRow | null> => em.findOneBy(MembershipEntity, { ...key, isDeleted: false });

export const findMembershipRows = (em: EntityManager, userId: string): Promise<MembershipRow[]> =>
  em.findBy(MembershipEntity, { userId, isDeleted: false });

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
