import {
  AuthInvitationDetails,
  InvitationAcceptedReply,
  type InviteMember,
} from '@tessera/proto/api/organization/invitation';
import { AuthInvitation } from '@tessera/proto/api/organization/organization';
import type { z } from 'zod';
import { api, authReply } from './base.ts';

const answer = (act: string) => (invitationId: string) => ({
  url: `/auth/organization/${act}`,
  method: 'POST' as const,
  body: { invitationId },
});

const invitations = api.injectEndpoints({
  endpoints: (build) => ({
    getInvitation: build.query<AuthInvitationDetails, string>({
      query: (id) => ({ url: '/auth/organization/get-invitation', query: { id } }),
      transformResponse: authReply(AuthInvitationDetails),
    }),
    inviteMember: build.mutation<AuthInvitation, z.input<typeof InviteMember>>({
      query: (body) => ({ url: '/auth/organization/invite-member', method: 'POST', body }),
      transformResponse: authReply(AuthInvitation),
      invalidatesTags: ['Organization'],
    }),
    cancelInvitation: build.mutation<unknown, string>({
      query: answer('cancel-invitation'),
      invalidatesTags: ['Organization'],
    }),
    acceptInvitation: build.mutation<InvitationAcceptedReply, string>({
      query: answer('accept-invitation'),
      transformResponse: authReply(InvitationAcceptedReply),
      invalidatesTags: ['Session'],
    }),
    rejectInvitation: build.mutation<unknown, string>({ query: answer('reject-invitation') }),
  }),
});

export const {
  useGetInvitationQuery,
  useInviteMemberMutation,
  useCancelInvitationMutation,
  useAcceptInvitationMutation,
  useRejectInvitationMutation,
} = invitations;
