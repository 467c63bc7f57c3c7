import {
  InvitationFate as InvitationFateShape,
  InvitationPage as InvitationPageShape,
} from '@tessera/proto/api/organization/directory';
import {
  AuthInvitationDetails as AuthInvitationDetailsShape,
  InvitationAcceptedReply,
  type InviteMember,
} from '@tessera/proto/api/organization/invitation';
import { AuthInvitation as AuthInvitationShape } from '@tessera/proto/api/organization/organization';
import type { z } from 'zod';
import { api, authReply, type Stored } from '../request/base.ts';
import { changeTags, listTag, listTags, tagOf } from '../request/tags.ts';

export type InvitationFate = Stored<typeof InvitationFateShape>;
export type InvitationPage = Stored<typeof InvitationPageShape>;
export type AuthInvitation = Stored<typeof AuthInvitationShape>;
export type AuthInvitationDetails = Stored<typeof AuthInvitationDetailsShape>;

/** An invitation by its id, with the proof from the mail's link. */
export type InvitationLink = { id: string; proof?: string | undefined };

const answer =
  (act: string) =>
  ({ id, proof }: InvitationLink) => ({
    url: `/auth/organization/${act}`,
    method: 'POST' as const,
    body: { invitationId: id, proof },
  });

type ListInvitations = { organizationId: string; page: number; state: string; limit?: number };

const invitations = api.injectEndpoints({
  endpoints: (build) => ({
    getInvitation: build.query<AuthInvitationDetails, InvitationLink>({
      query: (link) => ({ url: '/auth/organization/get-invitation', query: link }),
      transformResponse: authReply(AuthInvitationDetailsShape),
      providesTags: (_reply, _error, { id }) => [tagOf('Invitation', id)],
      // Once answered an invitation is not open any more: it must not be shown from the cache.
      keepUnusedDataFor: 0,
    }),
    /** The state of an invitation that cannot be answered. */
    getInvitationState: build.query<InvitationFate, InvitationLink>({
      query: (link) => ({ url: '/auth/organization/invitation-state', query: link }),
      transformResponse: authReply(InvitationFateShape),
      keepUnusedDataFor: 0,
    }),
    listInvitations: build.query<InvitationPage, ListInvitations>({
      query: ({ organizationId, page, state, limit = 20 }) => ({
        url: '/auth/organization/invitations',
        query: { organizationId, page, limit, state },
      }),
      transformResponse: authReply(InvitationPageShape),
      providesTags: (page) => listTags('Invitation', page?.items),
    }),
    inviteMember: build.mutation<AuthInvitation, z.input<typeof InviteMember>>({
      query: (body) => ({ url: '/auth/organization/invite-member', method: 'POST', body }),
      transformResponse: authReply(AuthInvitationShape),
      invalidatesTags: [listTag('Invitation')],
    }),
    cancelInvitation: build.mutation<unknown, Pick<InvitationLink, 'id'>>({
      query: answer('cancel-invitation'),
      invalidatesTags: (_reply, _error, { id }) => changeTags('Invitation', id),
    }),
    acceptInvitation: build.mutation<Stored<typeof InvitationAcceptedReply>, InvitationLink>({
      query: answer('accept-invitation'),
      transformResponse: authReply(InvitationAcceptedReply),
      invalidatesTags: (_reply, error, { id }) =>
        error ? [tagOf('Invitation', id)] : [listTag('Organization'), 'Session'],
    }),
    // A refused answer refetches the invitation's state; a successful one need not.
    rejectInvitation: build.mutation<unknown, InvitationLink>({
      query: answer('reject-invitation'),
      invalidatesTags: (_reply, error, { id }) => (error ? [tagOf('Invitation', id)] : []),
    }),
  }),
});

export const {
  useGetInvitationQuery,
  useGetInvitationStateQuery,
  useListInvitationsQuery,
  useLazyListInvitationsQuery,
  useInviteMemberMutation,
  useCancelInvitationMutation,
  useAcceptInvitationMutation,
  useRejectInvitationMutation,
} = invitations;
