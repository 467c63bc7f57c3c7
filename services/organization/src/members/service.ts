/** Memberships of organizations, and the access checks that depend on them. */
import { partOf } from '@tessera/kit/database/page';
import { sql } from '@tessera/kit/database/sql';
import { kitErrors } from '@tessera/kit/errors';
import { emit } from '@tessera/kit/events/outbox';
import { id } from '@tessera/proto/api/fields';
import { membershipCreated, membershipDeleted, membershipUpdated } from '@tessera/proto/events/organization';
import { type EntityManager, Like, Raw } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { OrganizationParts } from '../organization.ts';
import { lockOrganization, lockOrganizationKey } from '../organizations/lock.ts';
import { nextRevision } from '../revisions.ts';
import { canManage, holdsRole } from '../roles.ts';
import { MemberEntity, type MemberRow } from './entity.ts';
import { memberErrors } from './errors.ts';
import { membershipMessage } from './view.ts';

const oldestFirst = { createdAt: 'ASC', id: 'ASC' } as const;

type MembershipKey = Pick<MemberRow, 'userId' | 'organizationId'>;

/** Creates a membership and emits its event. */
export const createMember = async (
  em: EntityManager,
  parts: OrganizationParts,
  membership: Pick<MemberRow, 'organizationId' | 'userId' | 'role' | 'teamId'>,
): Promise<MemberRow> => {
  const member = { id: uuidv7(), ...membership, createdAt: parts.now(), revision: await nextRevision(em) };
  await em.insert(MemberEntity, member);
  await emit(em, membershipCreated, { membership: membershipMessage(parts.options.roles, member) });
  return member;
};

/** Creates a membership of a locked organization. Throws LimitReached when the organization is full. */
export const joinOrganization = async (
  em: EntityManager,
  parts: OrganizationParts,
  membership: Pick<MemberRow, 'organizationId' | 'userId' | 'role' | 'teamId'>,
): Promise<MemberRow> => {
  const { organizationId } = membership;
  const count = await em.countBy(MemberEntity, { organizationId });
  if (count >= parts.options.membershipLimit) throw memberErrors.LimitReached();
  return createMember(em, parts, membership);
};

/** Changes a member's roles and emits the event. */
export const changeRole = async (
  em: EntityManager,
  parts: OrganizationParts,
  { member, role }: { member: MemberRow; role: string },
): Promise<MemberRow> => {
  const row = { ...member, role, revision: await nextRevision(em) };
  await em.update(MemberEntity, { id: member.id }, { role, revision: row.revision });
  await emit(em, membershipUpdated, { membership: membershipMessage(parts.options.roles, row) });
  return row;
};

/**
 * Moves a member to a team of the organization, or to none (null). Emits no event and keeps the revision: other
 * services' copies of memberships have no team.
 */
export const changeTeam = async (
  em: EntityManager,
  { id: memberId }: MemberRow,
  teamId: string | null,
): Promise<void> => {
  await em.update(MemberEntity, { id: memberId }, { teamId });
};

/** Deletes a membership and emits its event. */
export const endMembership = async (
  em: EntityManager,
  parts: OrganizationParts,
  member: MemberRow,
): Promise<void> => {
  await em.delete(MemberEntity, { id: member.id });
  await emitMembershipEnd(em, parts, member);
};

const emitMembershipEnd = async (
  em: EntityManager,
  parts: OrganizationParts,
  member: MemberRow,
): Promise<void> => {
  const ended = { ...member, revision: await nextRevision(em) };
  await emit(em, membershipDeleted, { membership: membershipMessage(parts.options.roles, ended) });
};

/** Ends all memberships of an organization that is being deleted. Returns the ids of the members' users. */
export const endMemberships = async (
  em: EntityManager,
  parts: OrganizationParts,
  organizationId: string,
): Promise<string[]> => {
  const members = await em.find(MemberEntity, { where: { organizationId }, order: oldestFirst });
  await em.delete(MemberEntity, { organizationId });
  for (const member of members) await emitMembershipEnd(em, parts, member);
  return members.map(({ userId }) => userId);
};

/** Locks an organization and returns the user's membership of it. Null: no such membership or organization. */
export const lockMembership = async (em: EntityManager, key: MembershipKey): Promise<MemberRow | null> => {
  const { userId, organizationId } = key;
  const organization = await lockOrganization(em, organizationId);
  return organization && em.findOneBy(MemberEntity, { userId, organizationId });
};

/** Returns a member of an organization by the membership's id, or null. */
export const findMemberById = async (
  em: EntityManager,
  { memberId, organizationId }: { memberId: string; organizationId: string },
): Promise<MemberRow | null> =>
  id.safeParse(memberId).success && id.safeParse(organizationId).success
    ? em.findOneBy(MemberEntity, { id: memberId, organizationId })
    : null;

/** Returns the member whose user has an e-mail address, in any case, according to the copy of users. */
export const findMemberByEmail = async (
  em: EntityManager,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<{ id: string } | undefined> => {
  const found = await sql<{ id: string }>(
    em,
    `SELECT members.id FROM members JOIN users ON users.id = members.user_id
     WHERE members.organization_id = $1 AND lower(users.email) = $2`,
    [organizationId, email.toLowerCase()],
  );
  return found[0];
};

/** Returns the members with the creator's role, of whom each organization keeps at least one. */
export const listOwners = async (
  em: EntityManager,
  { options }: OrganizationParts,
  organizationId: string,
): Promise<MemberRow[]> => {
  const likely = await em.findBy(MemberEntity, {
    organizationId,
    role: Like(partOf(options.creatorRole)),
  });
  return likely.filter(({ role }) => holdsRole(role, options.creatorRole));
};

/** Whether a member is the only owner. Stable only while the organization is locked. */
export const isOnlyOwner = async (
  em: EntityManager,
  parts: OrganizationParts,
  { id: memberId, organizationId, role }: MemberRow,
): Promise<boolean> => {
  if (!holdsRole(role, parts.options.creatorRole)) return false;
  const owners = await listOwners(em, parts, organizationId);
  return owners.every((owner) => owner.id === memberId);
};

/** Returns a user's membership of an organization, or null, also for malformed ids. */
export const findMember = ({ db }: OrganizationParts, key: MembershipKey): Promise<MemberRow | null> =>
  findMemberIn(db.manager, key);

/** As `findMember`, in a transaction. */
export const findMemberIn = async (
  em: EntityManager,
  { userId, organizationId }: MembershipKey,
): Promise<MemberRow | null> => {
  if (!id.safeParse(userId).success || !id.safeParse(organizationId).success) return null;
  return em.findOneBy(MemberEntity, { userId, organizationId });
};

/** Returns all memberships of a user, oldest first. `alone`: only of organizations without other members. */
export const listMemberships = async (
  { db }: OrganizationParts,
  userId: string,
  { alone = false } = {},
): Promise<MemberRow[]> => {
  if (!id.safeParse(userId).success) return [];
  const where = { userId, ...(alone && { organizationId: Raw(isAlone, { userId }) }) };
  return db.manager.find(MemberEntity, { where, order: oldestFirst });
};

const isAlone = (organizationId: string): string =>
  `NOT EXISTS (SELECT FROM members other WHERE other.organization_id = ${organizationId} AND other.user_id <> :userId)`;

/** Returns the members of an organization or a team, oldest first; `membershipLimit` of them always fit. */
export const listMembers = (
  { db, options, maxListed }: OrganizationParts,
  where: { organizationId: string; teamId?: string },
): Promise<MemberRow[]> =>
  db.manager.find(MemberEntity, {
    where,
    order: oldestFirst,
    take: Math.max(maxListed, options.membershipLimit),
  });

/** Returns the number of members by team id, without empty teams. */
export const countInTeams = async (
  { db }: OrganizationParts,
  teamIds: string[],
): Promise<Map<string, number>> => {
  const counted = await sql<{ teamId: string; count: number }>(
    db,
    'SELECT team_id AS "teamId", count(*)::int AS count FROM members WHERE team_id = ANY($1) GROUP BY team_id',
    [teamIds],
  );
  return new Map(counted.map(({ teamId, count }) => [teamId, count]));
};

/**
 * Returns the number of organizations that a user belongs to. Takes an advisory lock, so that concurrent creations
 * for the same user wait for this transaction.
 */
export const countMemberships = async (em: EntityManager, userId: string): Promise<number> => {
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`memberships of ${userId}`]);
  return em.countBy(MemberEntity, { userId });
};

/** Throws unless the user may manage the organization; ResourceNotFound hides it from users who are no members. */
export const requireManager = async (parts: OrganizationParts, key: MembershipKey): Promise<void> =>
  refuseOthers(parts, await findMember(parts, key));

/** As `requireManager`, for an organization that is locked. */
export const requireManagerOf = async (
  em: EntityManager,
  parts: OrganizationParts,
  key: MembershipKey,
): Promise<void> => refuseOthers(parts, await em.findOneBy(MemberEntity, key));

/**
 * As `requireManager`, with a row lock on the membership until the transaction ends: a member who is being removed
 * cannot create anything afterwards.
 */
export const lockManager = async (
  em: EntityManager,
  parts: OrganizationParts,
  key: MembershipKey,
): Promise<void> => {
  if (!(await lockOrganizationKey(em, key.organizationId))) throw kitErrors.ResourceNotFound();
  const lock = { mode: 'pessimistic_read' } as const;
  refuseOthers(parts, await em.findOne(MemberEntity, { where: key, lock }));
};

const refuseOthers = ({ options }: OrganizationParts, member: MemberRow | null): void => {
  if (!member) throw kitErrors.ResourceNotFound();
  if (!canManage(options.roles, member.role))
    throw kitErrors.NotPermitted('Your role does not allow you to manage this organization.');
};
