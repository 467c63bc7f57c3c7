import {
  AuthInvitationDetails,
  AuthInvitationList,
  InvitationAcceptedReply,
  type InviteMember,
} from '@tessera/proto/api/organization/invitation';
import { AuthInvitation, AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import type { z } from 'zod';
import { api, authReply, type Request } from './base.ts';
import type { OrganizationBrief } from './organizations.ts';

const answer = (act: string) => (invitationId: string) => ({
  url: `/auth/organization/${act}`,
  method: 'POST' as const,
  body: { invitationId },
});

type Answer = { data?: unknown; error?: unknown };
type Fetch = (request: Request) => Answer | PromiseLike<Answer>;

const hasAccepted = async (fetch: Fetch, organization: OrganizationBrief, id: string): Promise<boolean> => {
  const query = { organizationId: organization.id };
  const { data, error } = await fetch({ url: '/auth/organization/list-invitations', query });
  const all = error ? [] : authReply(AuthInvitationList)(data);
  return all.some((invitation) => invitation.id === id && invitation.status === 'accepted');
};

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
    /** The organization that the person joined by this invitation, if they did. */
    findAccepted: build.query<OrganizationBrief | null, string>({
      queryFn: async (id, _api, _extra, fetch) => {
        const listed = await fetch({ url: '/auth/organization/list' });
        if (listed.error) return { error: listed.error };
        const own = authReply(AuthOrganizationList)(listed.data);
        const accepted = await Promise.all(own.map((organization) => hasAccepted(fetch, organization, id)));
        return { data: own[accepted.indexOf(true)] ?? null };
      },
    }),
    rejectInvitation: build.mutation<unknown, string>({ query: answer('reject-invitation') }),
  }),
});

export const {
  useGetInvitationQuery,
  useFindAcceptedQuery,
  useInviteMemberMutation,
  useCancelInvitationMutation,
  useAcceptInvitationMutation,
  useRejectInvitationMutation,
} = invitations;
