import { AuthTeam } from '@tessera/proto/api/organization/organization';
import { api, authReply } from './base.ts';

type CreateTeam = { organizationId: string; name: string };
type RenameTeam = CreateTeam & { teamId: string };
type RemoveTeam = { organizationId: string; teamId: string };

const teams = api.injectEndpoints({
  endpoints: (build) => ({
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

export const { useCreateTeamMutation, useRenameTeamMutation, useRemoveTeamMutation } = teams;
