import { TeamPage as TeamPageShape } from '@tessera/proto/api/organization/directory';
import { AuthTeam as AuthTeamShape } from '@tessera/proto/api/organization/organization';
import { api, authReply, type Stored } from '../request/base.ts';
import { changeTags, listTag, listTags } from '../request/tags.ts';

export type TeamPage = Stored<typeof TeamPageShape>;
export type AuthTeam = Stored<typeof AuthTeamShape>;

type ListTeams = { organizationId: string; page?: number; limit?: number; search?: string | undefined };
type CreateTeam = { organizationId: string; name: string };
type RenameTeam = CreateTeam & { teamId: string };
type RemoveTeam = { organizationId: string; teamId: string };

const teams = api.injectEndpoints({
  endpoints: (build) => ({
    listTeams: build.query<TeamPage, ListTeams>({
      query: ({ organizationId, page = 1, limit = 20, search }) => ({
        url: '/auth/organization/teams',
        query: { organizationId, page, limit, search },
      }),
      transformResponse: authReply(TeamPageShape),
      providesTags: (page) => listTags('Team', page?.items),
    }),
    createTeam: build.mutation<AuthTeam, CreateTeam>({
      query: (body) => ({ url: '/auth/organization/create-team', method: 'POST', body }),
      transformResponse: authReply(AuthTeamShape),
      invalidatesTags: [listTag('Team')],
    }),
    renameTeam: build.mutation<AuthTeam, RenameTeam>({
      query: ({ teamId, ...data }) => ({
        url: '/auth/organization/update-team',
        method: 'POST',
        body: { teamId, data },
      }),
      transformResponse: authReply(AuthTeamShape),
      // Members and invitations are listed with their team's name.
      invalidatesTags: (_reply, _error, { teamId }) => [
        ...changeTags('Team', teamId),
        listTag('Member'),
        listTag('Invitation'),
      ],
    }),
    removeTeam: build.mutation<unknown, RemoveTeam>({
      query: (body) => ({ url: '/auth/organization/remove-team', method: 'POST', body }),
      invalidatesTags: [listTag('Team'), listTag('Member'), listTag('Invitation')],
    }),
  }),
});

export const {
  useListTeamsQuery,
  useLazyListTeamsQuery,
  useCreateTeamMutation,
  useRenameTeamMutation,
  useRemoveTeamMutation,
} = teams;
