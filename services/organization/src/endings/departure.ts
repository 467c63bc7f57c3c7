/** Ends the memberships of deleted users. No organization is left without an owner. */
import { emit } from '@tessera/kit/events/outbox';
import { readRoles } from '@tessera/proto/api/roles';
import { ownershipInherited } from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { MemberEntity, type MemberRow } from '../members/entity.ts';
import { changeRole, endMembership, isOnlyOwner } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { lockOrganizationForDelete } from '../organizations/lock.ts';
import { canManage } from '../roles.ts';
import { UserEntity } from '../users/entity.ts';
import { endOrganization } from './organization.ts';

/**
 * Ends all memberships of a user. If the user was the only owner, the longest-standing member who may manage the
 * organization becomes one, or else the longest-standing member; an organization without other members is deleted.
 * Returns the hashes of revoked access tokens.
 */
export const endMembershipsOf = async (
  em: EntityManager,
  parts: OrganizationParts,
  userId: string,
): Promise<string[]> => {
  const tokenHashes: string[] = [];
  // Always in the same order, so that two concurrent deletions cannot deadlock.
  const memberships = await em.find(MemberEntity, {
    where: { userId },
    order: { organizationId: 'ASC' },
  });
  for (const { organizationId } of memberships) {
    await lockOrganizationForDelete(em, organizationId);
    const member = await em.findOneBy(MemberEntity, { userId, organizationId });
    if (member) tokenHashes.push(...(await endOne(em, parts, member)));
  }
  return tokenHashes;
};

const endOne = async (em: EntityManager, parts: OrganizationParts, member: MemberRow): Promise<string[]> => {
  if (await isOnlyOwner(em, parts, member)) {
    const successor = await findSuccessor(em, parts, member);
    if (!successor) return endOrganization(em, parts, member.organizationId);
    const role = readRoles([parts.options.creatorRole, successor.role]).join(',');
    await changeRole(em, parts, { member: successor, role });
    const { organizationId, userId } = successor;
    const former = await em.findOneBy(UserEntity, { id: member.userId });
    await emit(em, ownershipInherited, { organizationId, userId, formerOwnerName: former?.name ?? '' });
  }
  await endMembership(em, parts, member);
  return [];
};

const findSuccessor = async (
  em: EntityManager,
  { options }: OrganizationParts,
  { id, organizationId }: MemberRow,
): Promise<MemberRow | undefined> => {
  const members = await em.find(MemberEntity, {
    where: { organizationId },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  const others = members.filter((member) => member.id !== id);
  return others.find(({ role }) => canManage(options.roles, role)) ?? others[0];
};
