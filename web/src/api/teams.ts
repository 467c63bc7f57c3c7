import { TeamPage } from '@tessera/proto/api/organization/directory';
import { AuthTeam } from '@tessera/proto/api/organization/organization';
import { api, authReply } from './base.ts';

type ListTeams = { organizationId: string; page?: number; limit?: number };
type CreateTeam = { organizationId: string; name: string };
type RenameTeam = CreateTeam & { teamId: string };
type RemoveTeam = { organizationId: string; teamId: string };

const teams = api.injectEndpoints({
  endpoints: (build) => ({
    listTeams: build.query<TeamPage, ListTeams>({
      query: ({ organizationId, page = 1, limit = 20 }) => ({
        url: '/auth/organization/teams',
        query: { organizationId, page, limit },
      }),
      transformResponse: authReply(TeamPage),
      providesTags: ['Organization'],
    }),
    createTeam: build.mutation<AuthTeam, CreateTeam>({
      query: (body) => ({ url: '/auth/organization/create-team', method: 'POST', body }),
      transformResponse: authReply(AuthTeam),
      invalidatesTags: ['Organization'],
    }),
    renameTeam: build.mutation<AuthTeam, RenameTeam>({
      query: ({ teamId, ...data }) => ({
        url: '/auth/organization/update-team',
        method: 'POST',
        body: { teamId, data },
      }),
      transformResponse: authReply(AuthTeam),
      invalidatesTags: ['Organization'],
    }),
    removeTeam: build.mutation<unknown, RemoveTeam>({
      query: (body) => ({ url: '/auth/organization/remove-team', method: 'POST', body }),
      invalidatesTags: ['Organization'],
    }),
  }),
});

export const { useListTeamsQuery, useCreateTeamMutation, useRenameTeamMutation, useRemoveTeamMutation } =
  teams;
