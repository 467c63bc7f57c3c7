/** Teams in the auth API (contracts/auth.md, section 10). Mounted only if teams are enabled. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { TeamPage, TeamPageQuery } from '@tessera/proto/api/organization/directory';
import { AuthTeam } from '@tessera/proto/api/organization/organization';
import {
  AuthTeamList,
  AuthTeamMember,
  AuthTeamMemberList,
  CreateTeam,
  RemoveTeam,
  RemoveTeamMemberReply,
  RemoveTeamReply,
  TeamListQuery,
  TeamMemberChange,
  TeamMemberListQuery,
  UpdateTeam,
} from '@tessera/proto/api/organization/team';
import type { OrganizationParts } from '../organization.ts';
import { createTeam, listTeamsFor, removeTeam, updateTeam } from './changes.ts';
import { addTeamMember, listTeamMembers, removeTeamMember } from './members.ts';
import { pageTeams } from './page.ts';

const endpoint = endpointFor(authDialect);

export const teamRoutes = (parts: OrganizationParts): Router =>
  Router()
    .post(
      '/organization/create-team',
      endpoint(
        { session: true, body: CreateTeam, reply: AuthTeam, summary: 'Create a team' },
        ({ body, caller }) => createTeam(parts, caller, body),
      ),
    )
    .post(
      '/organization/update-team',
      endpoint(
        { session: true, body: UpdateTeam, reply: AuthTeam, summary: 'Rename a team' },
        ({ body, caller }) => updateTeam(parts, caller, body),
      ),
    )
    .post(
      '/organization/remove-team',
      endpoint(
        { session: true, body: RemoveTeam, reply: RemoveTeamReply, summary: 'Remove a team' },
        ({ body, caller }) => removeTeam(parts, caller, body),
      ),
    )
    .get(
      '/organization/list-teams',
      endpoint(
        { session: true, query: TeamListQuery, reply: AuthTeamList, summary: 'List teams' },
        ({ query, caller }) => listTeamsFor(parts, caller, query.organizationId),
      ),
    )
    .get(
      '/organization/teams',
      endpoint(
        { session: true, query: TeamPageQuery, reply: TeamPage, summary: 'List teams in pages' },
        ({ query, caller }) => pageTeams(parts, caller, query),
      ),
    )
    .post(
      '/organization/add-team-member',
      endpoint(
        { session: true, body: TeamMemberChange, reply: AuthTeamMember, summary: 'Put a member into a team' },
        ({ body, caller }) => addTeamMember(parts, caller, body),
      ),
    )
    .post(
      '/organization/remove-team-member',
      endpoint(
        {
          session: true,
          body: TeamMemberChange,
          reply: RemoveTeamMemberReply,
          summary: 'Take a member out of a team',
        },
        ({ body, caller }) => removeTeamMember(parts, caller, body),
      ),
    )
    .get(
      '/organization/list-team-members',
      endpoint(
        {
          session: true,
          query: TeamMemberListQuery,
          reply: AuthTeamMemberList,
          summary: 'List the members of a team',
        },
        ({ query, caller }) => listTeamMembers(parts, caller, query),
      ),
    );
