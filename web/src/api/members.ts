import { MemberPage } from '@tessera/proto/api/organization/directory';
import type { UpdateMemberRole } from '@tessera/proto/api/organization/member';
import { AuthMember } from '@tessera/proto/api/organization/organization';
import type { z } from 'zod';
import { api, authReply } from './base.ts';

type ListMembers = { organizationId: string; page: number; search: string };
type RemoveMember = { organizationId: string; memberId: string };

const members = api.injectEndpoints({
  endpoints: (build) => ({
    listMembers: build.query<MemberPage, ListMembers>({
      query: ({ organizationId, page, search }) => ({
        url: '/auth/organization/members',
        query: { organizationId, page, limit: 20, search },
      }),
      transformResponse: authReply(MemberPage),
      providesTags: ['Organization'],
    }),
    updateMemberRole: build.mutation<AuthMember, z.input<typeof UpdateMemberRole>>({
      query: (body) => ({ url: '/auth/organization/update-member-role', method: 'POST', body }),
      transformResponse: authReply(AuthMember),
      invalidatesTags: ['Organization'],
    }),
    removeMember: build.mutation<unknown, RemoveMember>({
      query: ({ organizationId, memberId }) => ({
        url: '/auth/organization/remove-member',
        method: 'POST',
        body: { organizationId, memberIdOrEmail: memberId },
      }),
      invalidatesTags: ['Organization'],
    }),
    leaveOrganization: build.mutation<unknown, string>({
      query: (organizationId) => ({
        url: '/auth/organization/leave',
        method: 'POST',
        body: { organizationId },
      }),
      invalidatesTags: ['Organization', 'Session'],
    }),
  }),
});

export const {
  useListMembersQuery,
  useUpdateMemberRoleMutation,
  useRemoveMemberMutation,
  useLeaveOrganizationMutation,
} = members;
