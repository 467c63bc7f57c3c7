/**
 * A service's copy of the memberships, to authorize callers: updated by the owner's events, and filled by requests to
 * the owner for missing rows. Stale events never overwrite newer state, and an ended membership stays ended: a
 * returning member gets a new id.
 */
import { askMembership, askMemberships, type MembershipFacts } from '@tessera/proto/api/asks';
import {
  membershipCreated,
  membershipDeleted,
  membershipUpdated,
  organizationDeleted,
} from '@tessera/proto/events/organization';
import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import type { Stoppable } from '../background/stoppable.ts';
import { column } from '../database/data-source.ts';
import { type Prepared, runPrepared } from '../database/sql.ts';
import { type Bus, on } from '../events/bus.ts';

/** The dependencies of the copy. */
export type MembershipCopy = { db: DataSource; bus: Bus };

/** `isDeleted` rows stay, so that late events cannot restore them. `revision` is the owner's; 0: from a request. */
export type MembershipRow = Omit<MembershipFacts, 'role'> & { isDeleted: boolean; revision: string };

/** The part of a membership that authorizes callers. */
export type Membership = Pick<MembershipRow, 'organizationId' | 'canManage'>;

/** Rows of `memberships`; `asked_memberships (user_id)` lists complete users. The service creates both tables. */
export const MembershipEntity = new EntitySchema<MembershipRow>({
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

const select = `SELECT organization_id AS "organizationId", can_manage AS "canManage"
  FROM memberships WHERE NOT is_deleted AND user_id = $1`;
// Every signed-in request runs one of these.
const ofUser: Prepared = {
  name: 'memberships-of-user',
  text: `${select} AND EXISTS (SELECT 1 FROM asked_memberships WHERE asked_memberships.user_id = $1)`,
};
const ofUserInOrganization: Prepared = { name: 'membership', text: `${select} AND organization_id = $2` };

/** Returns a user's membership of an organization, or null; asks the owner if unknown. Not for transactions. */
export const findMembership = async (
  copy: MembershipCopy,
  userId: string,
  organizationId: string,
): Promise<Membership | null> => {
  const [known] = await runPrepared<Membership>(copy.db, ofUserInOrganization, [userId, organizationId]);
  if (known) return known;
  const answer = await copy.bus.ask(askMembership, { userId, organizationId });
  if (answer) await storeAnswer(copy, answer);
  return answer;
};

/** Returns all memberships of a user; asks the owner if the copy has none. Not for transactions. */
export const findMemberships = async (copy: MembershipCopy, userId: string): Promise<Membership[]> => {
  const known = await runPrepared<Membership>(copy.db, ofUser, [userId]);
  if (known.length > 0) return known;
  for (const facts of await copy.bus.ask(askMemberships, { userId })) await storeAnswer(copy, facts);
  // From now on events keep this user's rows complete.
  await copy.db.query('INSERT INTO asked_memberships (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  // Includes changes by events in the meantime.
  return runPrepared<Membership>(copy.db, ofUser, [userId]);
};

const storeAnswer = ({ db }: MembershipCopy, facts: MembershipFacts): Promise<unknown> =>
  storeMembership(db.manager, { ...facts, isDeleted: false, revision: '0' });

/** Stores a membership unless the copy has a newer revision. */
export const storeMembership = (em: EntityManager, row: MembershipRow): Promise<unknown> =>
  em.query(
    `INSERT INTO memberships AS kept (id, organization_id, user_id, can_manage, is_deleted, revision)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE
     SET can_manage = excluded.can_manage, is_deleted = excluded.is_deleted,
         revision = greatest(kept.revision, excluded.revision)
     WHERE excluded.is_deleted OR (NOT kept.is_deleted AND excluded.revision > kept.revision)`,
    [row.id, row.organizationId, row.userId, row.canManage && !row.isDeleted, row.isDeleted, row.revision],
  );

/** Ends all memberships of a deleted organization, with the same result as if each had been ended. */
const endMemberships = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.update(MembershipEntity, { organizationId }, { isDeleted: true, canManage: false });

type ChangedMembership = Omit<MembershipRow, 'isDeleted' | 'revision'> & { revision: bigint };

/** Updates the copy from events. Revisions make the handlers idempotent, so that the inbox is not needed. */
export const consumeMemberships = ({ db, bus }: MembershipCopy): Promise<Stoppable> => {
  const store = async (membership: ChangedMembership | undefined, isDeleted: boolean) =>
    membership &&
    storeMembership(db.manager, { ...membership, isDeleted, revision: String(membership.revision) });
  return bus.consume({
    name: 'memberships',
    begin: 'with the stream',
    on: [
      on(membershipCreated, ({ membership }) => store(membership, false)),
      on(membershipUpdated, ({ membership }) => store(membership, false)),
      on(membershipDeleted, ({ membership }) => store(membership, true)),
      on(organizationDeleted, ({ organizationId }) => endMemberships(db.manager, organizationId)),
    ],
  });
};
