/**
 * Paginated lists of an organization's members, invitations and teams, and the caller's own membership. Additions to
 * the contract, whose lists are not paginated and end at 100 rows; used by the web application, and by
 * `client.organization.members()`.
 */
import { z } from 'zod';
import { id, reference, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { AuthInvitation, AuthMember, AuthMemberWithUser, AuthTeam } from './organization.ts';

/** Default: the active organization. */
const named = { organizationId: reference.optional() };

/**
 * Query of members: `search` is part of a name or e-mail address, case-insensitive; `teamId` filters by team, and is
 * ignored if teams are disabled.
 */
export const MemberPageQuery = PageQuery.extend({
  ...named,
  search: text.max(320).optional(),
  teamId: id.optional(),
});
export type MemberPageQuery = z.output<typeof MemberPageQuery>;

/** Reply of members, ordered by time of joining. `teamName` only if teams are enabled; null: in no team. */
export const MemberPage = pageOf(AuthMemberWithUser.extend({ teamName: z.string().nullable().optional() }));
export type MemberPage = z.infer<typeof MemberPage>;

/** State of an invitation to its recipient: a pending invitation past its expiry is `expired`. */
export const InvitationState = z.enum(['open', 'expired', 'accepted', 'rejected', 'canceled']);
export type InvitationState = z.infer<typeof InvitationState>;

/** Query of invitations; default: all states. */
export const InvitationPageQuery = PageQuery.extend({ ...named, state: InvitationState.optional() });
export type InvitationPageQuery = z.output<typeof InvitationPageQuery>;

/** Reply of invitations: open ones first, then newest first. `teamName` only if teams are enabled; null: no team. */
export const InvitationPage = pageOf(
  AuthInvitation.extend({ state: InvitationState, teamName: z.string().nullable().optional() }),
);
export type InvitationPage = z.infer<typeof InvitationPage>;

/** Reply of invitation-state: the state of an invitation, for its recipient. */
export const InvitationFate = z.object({
  state: InvitationState,
  expiresAt: timestamp,
  organizationName: z.string(),
  organizationSlug: z.string(),
  /** Whether the recipient is a member of the organization, by this invitation or otherwise. */
  isMember: z.boolean(),
});
export type InvitationFate = z.infer<typeof InvitationFate>;

/** Query of teams: `search` is part of a name, case-insensitive. */
export const TeamPageQuery = PageQuery.extend({ ...named, search: text.max(320).optional() });
export type TeamPageQuery = z.output<typeof TeamPageQuery>;

/** Reply of teams, oldest first, with the number of members. */
export const TeamPage = pageOf(AuthTeam.extend({ memberCount: z.int() }));
export type TeamPage = z.infer<typeof TeamPage>;

/** Query of own-membership. */
export const OwnMembershipQuery = z.object(named);
export type OwnMembershipQuery = z.output<typeof OwnMembershipQuery>;

/** Resource -> actions. */
const Statements = z.record(z.string(), z.array(z.string()));

/**
 * Reply of own-membership: the caller's membership of an organization, their permissions, and the roles that exist.
 */
export const OwnMembership = z.object({
  member: AuthMember,
  /** Actions per resource that one of the caller's roles grants. */
  allowed: Statements,
  /** The role of which every organization keeps at least one holder. */
  creatorRole: z.string(),
  /** Number of its holders. */
  owners: z.int(),
  /** The assignable roles, and the permissions of each. */
  roles: z.array(z.object({ name: z.string(), grants: Statements })),
  /** Whether roles are configured instead of owner, admin and member. */
  hasCustomRoles: z.boolean(),
  hasTeams: z.boolean(),
  /** Whether organizations can be deleted in this installation, by members with the permission. */
  isDeletable: z.boolean(),
});
export type OwnMembership = z.infer<typeof OwnMembership>;
