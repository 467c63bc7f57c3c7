import type { UpdateMemberRole } from '@tessera/proto/api/organization/member';
import { AuthMember } from '@tessera/proto/api/organization/organization';
import type { z } from 'zod';
import { api, authReply } from './base.ts';

type RemoveMember = { organizationId: string; memberId: string };

const members = api.injectEndpoints({
  endpoints: (build) => ({
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

export const { useUpdateMemberRoleMutation, useRemoveMemberMutation, useLeaveOrganizationMutation } = members;
