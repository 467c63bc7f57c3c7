/** Paginated lists of an organization's invitations. */
import { pageRows } from '@tessera/kit/database/page';
import type {
  InvitationPage,
  InvitationPageQuery,
  InvitationState,
} from '@tessera/proto/api/organization/directory';
import { pageReply } from '@tessera/proto/api/page';
import type { UserCaller } from '@tessera/proto/api/passport';
import { requireColleague } from '../members/own-membership.ts';
import type { OrganizationParts } from '../organization.ts';
import { nameTeamsOf } from '../teams/service.ts';
import { stateOf } from './rules.ts';
import { queryInvitations } from './service.ts';
import { viewInvitationFor } from './view.ts';

/** The query sets `:now`. */
const conditions: Record<InvitationState, string> = {
  open: `invitation.status = 'pending' AND invitation.expiresAt > :now`,
  expired: `invitation.status = 'pending' AND invitation.expiresAt <= :now`,
  accepted: `invitation.status = 'accepted'`,
  rejected: `invitation.status = 'rejected'`,
  canceled: `invitation.status = 'canceled'`,
};

/** Returns one page, for members: open invitations first, each group newest first. */
export const pageInvitations = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { state, ...query }: InvitationPageQuery,
): Promise<InvitationPage> => {
  const colleague = await requireColleague(parts, caller, query.organizationId);
  const rows = queryInvitations(parts, colleague.organizationId);
  if (state) rows.andWhere(conditions[state]);
  const [invitations, total] = await pageRows(rows, query);
  const view = viewInvitationFor(parts, colleague);
  const now = parts.now();
  const teams = await nameTeamsOf(parts, invitations);
  const items = invitations.map((invitation) => ({
    ...view(invitation),
    state: stateOf(invitation, now),
    ...(teams && { teamName: teams.get(invitation.teamId ?? '') ?? null }),
  }));
  return pageReply(items, total, query);
};
