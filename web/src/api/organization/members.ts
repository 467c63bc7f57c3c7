import { MemberPage as MemberPageShape } from '@tessera/proto/api/organization/directory';
import type { UpdateMemberRole } from '@tessera/proto/api/organization/member';
import { AuthMember } from '@tessera/proto/api/organization/organization';
import { AuthTeamMember, type TeamMemberChange } from '@tessera/proto/api/organization/team';
import type { z } from 'zod';
import { api, authReply, type Stored } from '../request/base.ts';
import { listTag, listTags, type Tag, tagOf } from '../request/tags.ts';

export type MemberPage = Stored<typeof MemberPageShape>;
export type AuthMemberWithUser = MemberPage['items'][number];

type ListMembers = {
  organizationId: string;
  page: number;
  search: string;
  /** Empty: any team. */
  teamId: string;
  limit?: number;
};
type ChangeTeam = z.input<typeof TeamMemberChange>;
type RemoveMember = { organizationId: string; memberId: string };

/** The own membership contains the number of owners, which others' role changes affect too. */
const placeTags = (organizationId?: string | null): Tag[] => [tagOf('Membership', organizationId ?? 'LIST')];

/** Members are listed by team, and teams with their size; the own membership contains the own team. */
const teamTags = (_reply: unknown, _error: unknown, { organizationId }: ChangeTeam): Tag[] => [
  listTag('Member'),
  listTag('Team'),
  ...placeTags(organizationId),
];

const members = api.injectEndpoints({
  endpoints: (build) => ({
    listMembers: build.query<MemberPage, ListMembers>({
      query: ({ organizationId, page, search, teamId, limit = 20 }) => ({
        url: '/auth/organization/members',
        query: { organizationId, page, limit, search, teamId },
      }),
      transformResponse: authReply(MemberPageShape),
      providesTags: (page) => listTags('Member', page?.items),
    }),
    updateMemberRole: build.mutation<Stored<typeof AuthMember>, z.input<typeof UpdateMemberRole>>({
      query: (body) => ({ url: '/auth/organization/update-member-role', method: 'POST', body }),
      transformResponse: authReply(AuthMember),
      invalidatesTags: (_reply, _error, { memberId, organizationId }) => [
        tagOf('Member', memberId),
        ...placeTags(organizationId),
      ],
    }),
    addTeamMember: build.mutation<Stored<typeof AuthTeamMember>, ChangeTeam>({
      query: (body) => ({ url: '/auth/organization/add-team-member', method: 'POST', body }),
      transformResponse: authReply(AuthTeamMember),
      invalidatesTags: teamTags,
    }),
    removeTeamMember: build.mutation<unknown, ChangeTeam>({
      query: (body) => ({ url: '/auth/organization/remove-team-member', method: 'POST', body }),
      invalidatesTags: teamTags,
    }),
    removeMember: build.mutation<unknown, RemoveMember>({
      query: ({ organizationId, memberId }) => ({
        url: '/auth/organization/remove-member',
        method: 'POST',
        body: { organizationId, memberIdOrEmail: memberId },
      }),
      invalidatesTags: (_reply, _error, { organizationId }) => [
        listTag('Member'),
        listTag('Team'),
        ...placeTags(organizationId),
      ],
    }),
    leaveOrganization: build.mutation<unknown, string>({
      query: (organizationId) => ({
        url: '/auth/organization/leave',
        method: 'POST',
        body: { organizationId },
      }),
      invalidatesTags: [listTag('Organization'), 'Session'],
    }),
  }),
});

export const {
  useListMembersQuery,
  useLazyListMembersQuery,
  useUpdateMemberRoleMutation,
  useAddTeamMemberMutation,
  useRemoveTeamMemberMutation,
  useRemoveMemberMutation,
  useLeaveOrganizationMutation,
} = members;
