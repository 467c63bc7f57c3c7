import { column } from '@tessera/kit/database';
import type { Prepared } from '@tessera/kit/sql';
import { EntitySchema } from 'typeorm';

/** A user's place in an organization, as organization last told. A deleted one stays, so that no older news revives it. */
export type Membership = {
  id: string;
  organizationId: string;
  userId: string;
  canManage: boolean;
  isDeleted: boolean;
  /** 0: asked for, so any news is newer. */
  revision: string;
};

export const membershipEntity = new EntitySchema<Membership>({
  name: 'membership',
  tableName: 'memberships',
  columns: {
    id: column.text('id', { primary: true }),
    organizationId: column.uuid('organization_id'),
    userId: column.text('user_id'),
    canManage: column.bool('can_manage'),
    isDeleted: column.bool('is_deleted'),
    revision: { type: 'bigint' },
  },
});

/** All memberships of a user, once they were asked for; before that none, although events may have told of some. */
export const placesOfUser: Prepared = {
  name: 'places-of-user',
  text: `SELECT organization_id AS "organizationId", can_manage AS "canManage" FROM memberships
    WHERE user_id = $1 AND NOT is_deleted
    AND EXISTS (SELECT 1 FROM asked_memberships WHERE asked_memberships.user_id = $1)`,
};

/**
 * Keeps a membership unless a newer state of it is known. A deletion is final: who comes back gets another id. Whichever
 * of a membership's and its organization's end is heard first, the same row is left.
 */
export const upsertMembership = `
  INSERT INTO memberships (id, organization_id, user_id, can_manage, is_deleted, revision)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET can_manage = excluded.can_manage, is_deleted = excluded.is_deleted,
    revision = greatest(memberships.revision, excluded.revision)
  WHERE excluded.is_deleted OR (NOT memberships.is_deleted AND memberships.revision < excluded.revision)`;
