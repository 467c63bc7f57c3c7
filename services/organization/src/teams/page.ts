/** Paginated lists of an organization's teams, with the number of members in each. */
import { pageRows } from '@tessera/kit/database/page';
import { matches, searchPattern } from '@tessera/kit/database/search';
import type { TeamPage, TeamPageQuery } from '@tessera/proto/api/organization/directory';
import { pageReply } from '@tessera/proto/api/page';
import type { UserCaller } from '@tessera/proto/api/passport';
import { requireColleague } from '../members/own-membership.ts';
import { countInTeams } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { TeamEntity } from './entity.ts';
import { viewTeam } from './view.ts';

/** Returns one page, oldest first, for members of the organization. */
export const pageTeams = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { search, ...query }: TeamPageQuery,
): Promise<TeamPage> => {
  const { organizationId } = await requireColleague(parts, caller, query.organizationId);
  const rows = parts.db.manager
    .createQueryBuilder(TeamEntity, 'team')
    .where('team.organizationId = :organizationId', { organizationId })
    .orderBy('team.createdAt')
    .addOrderBy('team.id');
  if (search) rows.andWhere(matches('team.name', ':part'), { part: searchPattern(search) });
  const [teams, total] = await pageRows(rows, query);
  const counts = await countInTeams(
    parts,
    teams.map(({ id }) => id),
  );
  const items = teams.map((team) => ({ ...viewTeam(team), memberCount: counts.get(team.id) ?? 0 }));
  return pageReply(items, total, query);
};
