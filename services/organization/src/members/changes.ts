/** Members leave, are removed, or get other roles. No organization is left without an owner. */
import { transact } from '@tessera/kit/events/outbox';
import type {
  RemoveMember,
  RemoveMemberReply,
  UpdateMemberRole,
} from '@tessera/proto/api/organization/member';
import type { AuthMember, AuthMemberWithUser } from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { grants, readRoles } from '@tessera/proto/api/roles';
import type { OrganizationParts } from '../organization.ts';
import { clearActive } from '../organizations/active.ts';
import type { RequestContext } from '../organizations/request-context.ts';
import { holdsRole } from '../roles.ts';
import { findUsers } from '../users/service.ts';
import { memberErrors } from './errors.ts';
import { chosenOrganization, loadMissingUsers } from './own-membership.ts';
import {
  changeRole,
  endMembership,
  findMember,
  findMemberByEmail,
  findMemberById,
  isOnlyOwner,
  lockMembership,
} from './service.ts';
import { viewMember, withUser } from './view.ts';

/** Returns the caller's membership of the active organization. */
export const getActiveMember = async (
  parts: OrganizationParts,
  caller: UserCaller,
): Promise<AuthMemberWithUser> => {
  const organizationId = chosenOrganization(caller, undefined);
  const member = await findMember(parts, { userId: caller.userId, organizationId });
  if (!member) throw memberErrors.MemberNotFound();
  return withUser(parts, member, await findUsers(parts, [member.userId]));
};

/** Leaves an organization. Throws OnlyOwner for the last owner. */
export const leaveOrganization = async (
  parts: OrganizationParts,
  context: RequestContext,
  organizationId: string,
): Promise<AuthMemberWithUser> => {
  const { userId } = context.caller;
  const users = await findUsers(parts, [userId]);
  const member = await transact(parts.db, async (em) => {
    const own = await lockMembership(em, { userId, organizationId });
    if (!own) throw memberErrors.MemberNotFound();
    if (await isOnlyOwner(em, parts, own)) throw memberErrors.OnlyOwner();
    await endMembership(em, parts, own);
    return own;
  });
  await clearActive(parts, { organizationId: member.organizationId, userId }, context);
  return withUser(parts, member, users);
};

/** Removes a member, named by id or e-mail address. */
export const removeMember = async (
  parts: OrganizationParts,
  context: RequestContext,
  { memberIdOrEmail, ...named }: RemoveMember,
): Promise<RemoveMemberReply> => {
  const { caller } = context;
  const organizationId = chosenOrganization(caller, named.organizationId);
  const key = { userId: caller.userId, organizationId };
  if (!(await findMember(parts, key))) throw memberErrors.MemberNotFound();
  const memberId = await findMemberId(parts, organizationId, memberIdOrEmail);
  const seen = await findMemberById(parts.db.manager, { memberId, organizationId });
  if (!seen) throw memberErrors.MemberNotFound();
  const users = await findUsers(parts, [seen.userId]);
  const member = await transact(parts.db, async (em) => {
    const own = await lockMembership(em, key);
    const target = await findMemberById(em, { memberId, organizationId });
    if (!own || !target) throw memberErrors.MemberNotFound();
    const { creatorRole, roles } = parts.options;
    const isAboveCaller = holdsRole(target.role, creatorRole) && !holdsRole(own.role, creatorRole);
    if (isAboveCaller || (await isOnlyOwner(em, parts, target))) throw memberErrors.OnlyOwner();
    if (!grants(roles, own.role, { member: ['delete'] })) throw memberErrors.RemovalNotAllowed();
    await endMembership(em, parts, target);
    return target;
  });
  await clearActive(parts, member, context);
  return { member: withUser(parts, member, users) };
};

/** Changes a member's roles. Only owners grant or revoke the owner role, and the last owner keeps it. */
export const updateMemberRole = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { role, memberId, ...named }: UpdateMemberRole,
): Promise<AuthMember> => {
  const wanted = readRoles(role).join(',');
  if (wanted === '') throw memberErrors.NoRole();
  const organizationId = chosenOrganization(caller, named.organizationId);
  const row = await transact(parts.db, async (em) => {
    const own = await lockMembership(em, { userId: caller.userId, organizationId });
    const member = own && (await findMemberById(em, { memberId, organizationId }));
    if (!own || !member) throw memberErrors.MemberNotFound();
    const { creatorRole, roles } = parts.options;
    const isOwnersMatter = holdsRole(member.role, creatorRole) || holdsRole(wanted, creatorRole);
    const isAllowed = grants(roles, own.role, { member: ['update'] });
    if (!isAllowed || (isOwnersMatter && !holdsRole(own.role, creatorRole)))
      throw memberErrors.UpdateNotAllowed();
    if (!holdsRole(wanted, creatorRole) && (await isOnlyOwner(em, parts, member)))
      throw memberErrors.OnlyOwner();
    return wanted === member.role ? member : changeRole(em, parts, { member, role: wanted });
  });
  return viewMember(parts, row);
};

/** Resolves a member id. A value with an at-sign is the e-mail address of the member's user, in any case. */
const findMemberId = async (
  parts: OrganizationParts,
  organizationId: string,
  memberIdOrEmail: string,
): Promise<string> => {
  if (!memberIdOrEmail.includes('@')) return memberIdOrEmail;
  await loadMissingUsers(parts, organizationId);
  return (await findMemberByEmail(parts.db.manager, { organizationId, email: memberIdOrEmail }))?.id ?? '';
};
