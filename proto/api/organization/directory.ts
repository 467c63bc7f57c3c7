/**
 * What an organization holds, page by page, and one's own membership in it. Additions to the contract, whose lists come in
 * one piece and end at 100 rows: the web application reads these, and `client.organization.members()` reaches them too.
 */
import { z } from 'zod';
import { id, reference, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { AuthInvitation, AuthMember, AuthMemberWithUser, AuthTeam } from './organization.ts';

/** Without an id: the active organization. */
const named = { organizationId: reference.optional() };

/**
 * Query of members: `search` is part of a name or of an e-mail address, in any case; `teamId` names the team they are in,
 * and is not heard where teams are off.
 */
export const MemberPageQuery = PageQuery.extend({
  ...named,
  search: text.max(320).optional(),
  teamId: id.optional(),
});
export type MemberPageQuery = z.output<typeof MemberPageQuery>;

/** Reply of members, in the order of joining. `teamName` only where teams are on; null: in no team. */
export const MemberPage = pageOf(AuthMemberWithUser.extend({ teamName: z.string().nullable().optional() }));
export type MemberPage = z.infer<typeof MemberPage>;

/** What an invitation is in the eyes of those who wait: a pending one that nobody answered in time has expired. */
export const InvitationState = z.enum(['open', 'expired', 'accepted', 'rejected', 'canceled']);
export type InvitationState = z.infer<typeof InvitationState>;

/** Query of invitations; without a state: all. */
export const InvitationPageQuery = PageQuery.extend({ ...named, state: InvitationState.optional() });
export type InvitationPageQuery = z.output<typeof InvitationPageQuery>;

/** Reply of invitations: the open ones first, the newest of each first. `teamName` only where teams are on; null: into no team. */
export const InvitationPage = pageOf(
  AuthInvitation.extend({ state: InvitationState, teamName: z.string().nullable().optional() }),
);
export type InvitationPage = z.infer<typeof InvitationPage>;

/** Reply of invitation-state: what became of an invitation, for the one who was invited. */
export const InvitationFate = z.object({
  state: InvitationState,
  expiresAt: timestamp,
  organizationName: z.string(),
  organizationSlug: z.string(),
  /** Whether they belong to the organization now, by this invitation or another way. */
  isMember: z.boolean(),
});
export type InvitationFate = z.infer<typeof InvitationFate>;

/** Query of teams: `search` is part of a name, in any case. */
export const TeamPageQuery = PageQuery.extend({ ...named, search: text.max(320).optional() });
export type TeamPageQuery = z.output<typeof TeamPageQuery>;

/** Reply of teams, oldest first, each with how many members are in it. */
export const TeamPage = pageOf(AuthTeam.extend({ memberCount: z.int() }));
export type TeamPage = z.infer<typeof TeamPage>;

/** Query of own-membership. */
export const OwnMembershipQuery = z.object(named);
export type OwnMembershipQuery = z.output<typeof OwnMembershipQuery>;

/** Resource -> actions. */
const Statements = z.record(z.string(), z.array(z.string()));

/** Reply of own-membership: who one is in an organization, what that allows, and what there is to be. */
export const OwnMembership = z.object({
  member: AuthMember,
  /** Each resource with the actions that one of the own roles grants. */
  allowed: Statements,
  /** The role that every organization keeps at least one holder of. */
  creatorRole: z.string(),
  /** How many hold it. */
  owners: z.int(),
  /** The roles to be given here and what each grants. */
  roles: z.array(z.object({ name: z.string(), grants: Statements })),
  /** Whether the roles are the operator's own instead of owner, admin and member. */
  hasCustomRoles: z.boolean(),
  hasTeams: z.boolean(),
  /** Whether organizations can be deleted here at all, by whoever may. */
  isDeletable: z.boolean(),
});
export type OwnMembership = z.infer<typeof OwnMembership>;
