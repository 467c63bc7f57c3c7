/** Paginated, searchable lists of an organization's members. */
import { pageRows } from '@tessera/kit/database/page';
import { matches, searchPattern } from '@tessera/kit/database/search';
import { type MemberPage, type MemberPageQuery } from '@tessera/proto/api/organization/directory';
import { pageReply } from '@tessera/proto/api/page';
import type { UserCaller } from '@tessera/proto/api/passport';
import type { OrganizationParts } from '../organization.ts';
import { nameTeamsOf } from '../teams/service.ts';
import { findUsers } from '../users/service.ts';
import { MemberEntity } from './entity.ts';
import { loadMissingUsers, requireColleague } from './own-membership.ts';
import { withUser } from './view.ts';

/** Returns one page in order of joining, for members. */
export const pageMembers = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { search, teamId, ...query }: MemberPageQuery,
): Promise<MemberPage> => {
  const { organizationId } = await requireColleague(parts, caller, query.organizationId);
  const rows = parts.db.manager
    .createQueryBuilder(MemberEntity, 'member')
    .where('member.organizationId = :organizationId', { organizationId })
    .orderBy('member.createdAt')
    .addOrderBy('member.id');
  if (teamId && parts.options.teams.enabled) rows.andWhere('member.teamId = :teamId', { teamId });
  if (search) {
    // The search uses the copy of users, so it must be complete.
    await loadMissingUsers(parts, organizationId);
    const isFound = `(${matches('users.name', ':part')} OR ${matches('users.email', ':part')})`;
    rows.andWhere(`EXISTS (SELECT 1 FROM users WHERE users.id = member.userId AND ${isFound})`, {
      part: searchPattern(search),
    });
  }
  const [members, total] = await pageRows(rows, query);
  const users = await findUsers(
    parts,
    members.map(({ userId }) => userId),
  );
  const teams = await nameTeamsOf(parts, members);
  const items = members.map((member) => ({
    ...withUser(parts, member, users),
    ...(teams && { teamName: teams.get(member.teamId ?? '') ?? null }),
  }));
  return pageReply(items, total, query);
};
