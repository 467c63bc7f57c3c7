/** Invitations in the auth API (contracts/auth.md, section 10). */
import { kitErrors } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  InvitationFate,
  InvitationPage,
  InvitationPageQuery,
} from '@tessera/proto/api/organization/directory';
import {
  AuthInvitationDetails,
  AuthInvitationList,
  InvitationAcceptedReply,
  InvitationAnswer,
  InvitationListQuery,
  InvitationQuery,
  InvitationReference,
  InvitationRejectedReply,
  InviteMember,
} from '@tessera/proto/api/organization/invitation';
import { AuthInvitation } from '@tessera/proto/api/organization/organization';
import type { OrganizationParts } from '../organization.ts';
import { requestContextOf } from '../organizations/request-context.ts';
import { inviteMember } from './invite.ts';
import { pageInvitations } from './page.ts';
import {
  acceptInvitation,
  cancelInvitation,
  getInvitation,
  listInvitationsFor,
  rejectInvitation,
} from './respond.ts';
import { getInvitationFate } from './state.ts';

const endpoint = endpointFor(authDialect);

export const invitationRoutes = (parts: OrganizationParts): Router =>
  Router()
    .post(
      '/organization/invite-member',
      endpoint(
        {
          session: true,
          inPerson: true,
          body: InviteMember,
          reply: AuthInvitation,
          summary: 'Invite someone',
        },
        ({ body, caller }) => inviteMember(parts, caller, body),
      ),
    )
    .get(
      '/organization/get-invitation',
      endpoint(
        { query: InvitationQuery, reply: AuthInvitationDetails, summary: 'Get an invitation sent to you' },
        ({ query, caller }) => {
          if (caller.kind !== 'user') throw kitErrors.Unauthorized();
          return getInvitation(parts, { caller, invitationId: query.id, proof: query.proof });
        },
      ),
    )
    .get(
      '/organization/invitation-state',
      endpoint(
        {
          session: true,
          query: InvitationQuery,
          reply: InvitationFate,
          summary: 'Get the status of an invitation sent to you',
        },
        ({ query: { id, proof }, caller }) => getInvitationFate(parts, { caller, invitationId: id, proof }),
      ),
    )
    .get(
      '/organization/list-invitations',
      endpoint(
        {
          session: true,
          query: InvitationListQuery,
          reply: AuthInvitationList,
          summary: 'List invitations',
        },
        ({ query, caller }) => listInvitationsFor(parts, caller, query.organizationId),
      ),
    )
    .get(
      '/organization/invitations',
      endpoint(
        {
          session: true,
          query: InvitationPageQuery,
          reply: InvitationPage,
          summary: 'List invitations (paginated)',
        },
        ({ query, caller }) => pageInvitations(parts, caller, query),
      ),
    )
    .post(
      '/organization/accept-invitation',
      endpoint(
        {
          session: true,
          inPerson: true,
          body: InvitationAnswer,
          reply: InvitationAcceptedReply,
          summary: 'Accept an invitation',
        },
        ({ body, ...call }) => acceptInvitation(parts, requestContextOf(call), body),
      ),
    )
    .post(
      '/organization/reject-invitation',
      endpoint(
        {
          session: true,
          body: InvitationAnswer,
          reply: InvitationRejectedReply,
          summary: 'Reject an invitation',
        },
        ({ body: { invitationId, proof }, caller }) =>
          rejectInvitation(parts, { caller, invitationId, proof }),
      ),
    )
    .post(
      '/organization/cancel-invitation',
      endpoint(
        {
          session: true,
          body: InvitationReference,
          reply: AuthInvitation,
          summary: 'Cancel an invitation',
        },
        ({ body, caller }) => cancelInvitation(parts, caller, body.invitationId),
      ),
    );
