/** Members in the auth API (contracts/auth.md, section 10). */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  MemberPage,
  MemberPageQuery,
  OwnMembership,
  OwnMembershipQuery,
} from '@tessera/proto/api/organization/directory';
import { RemoveMember, RemoveMemberReply, UpdateMemberRole } from '@tessera/proto/api/organization/member';
import {
  AuthMember,
  AuthMemberWithUser,
  HasPermission,
  HasPermissionReply,
  OrganizationReference,
} from '@tessera/proto/api/organization/organization';
import type { OrganizationParts } from '../organization.ts';
import { requestContextOf } from '../organizations/request-context.ts';
import { getActiveMember, leaveOrganization, removeMember, updateMemberRole } from './changes.ts';
import { getOwnMembership } from './own-membership.ts';
import { pageMembers } from './page.ts';
import { hasPermission } from './permissions.ts';

const endpoint = endpointFor(authDialect);

export const memberRoutes = (parts: OrganizationParts): Router =>
  Router()
    .get(
      '/organization/get-active-member',
      endpoint(
        {
          session: true,
          reply: AuthMemberWithUser,
          summary: 'Get your membership in the active organization',
        },
        ({ caller }) => getActiveMember(parts, caller),
      ),
    )
    .get(
      '/organization/own-membership',
      endpoint(
        {
          session: true,
          query: OwnMembershipQuery,
          reply: OwnMembership,
          summary: 'Get your membership and permissions in an organization',
        },
        ({ query, caller }) => getOwnMembership(parts, caller, query.organizationId),
      ),
    )
    .get(
      '/organization/members',
      endpoint(
        { session: true, query: MemberPageQuery, reply: MemberPage, summary: 'List members (paginated)' },
        ({ query, caller }) => pageMembers(parts, caller, query),
      ),
    )
    .post(
      '/organization/remove-member',
      endpoint(
        {
          session: true,
          inPerson: true,
          body: RemoveMember,
          reply: RemoveMemberReply,
          summary: 'Remove a member',
        },
        ({ body, ...call }) => removeMember(parts, requestContextOf(call), body),
      ),
    )
    .post(
      '/organization/update-member-role',
      endpoint(
        {
          session: true,
          inPerson: true,
          body: UpdateMemberRole,
          reply: AuthMember,
          summary: 'Update a member’s roles',
        },
        ({ body, caller }) => updateMemberRole(parts, caller, body),
      ),
    )
    .post(
      '/organization/leave',
      endpoint(
        {
          session: true,
          inPerson: true,
          body: OrganizationReference,
          reply: AuthMemberWithUser,
          summary: 'Leave an organization',
        },
        ({ body, ...call }) => leaveOrganization(parts, requestContextOf(call), body.organizationId),
      ),
    )
    .post(
      '/organization/has-permission',
      endpoint(
        {
          session: true,
          body: HasPermission,
          reply: HasPermissionReply,
          summary: 'Check your permissions in the organization',
        },
        ({ body, caller }) => hasPermission(parts, caller, body),
      ),
    );
