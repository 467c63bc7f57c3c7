import { type InvitationPage, useLazyListInvitationsQuery } from '../../api/organization/invitations.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

/** `id` alone does not accept an invitation: the link in the mail carries a proof in addition. */
const columns: ExportColumn<InvitationPage['items'][number]>[] = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['role', ({ role }) => role],
  ['state', ({ state }) => state],
  ['expires_at', ({ expiresAt }) => expiresAt],
  ['team_id', ({ teamId }) => teamId ?? null],
  ['inviter_id', ({ inviterId }) => inviterId],
];

/** Exports the invitations in the chosen state as CSV. */
export const ExportInvitations = (asked: { organizationId: string; state: string }) => {
  const [list] = useLazyListInvitationsQuery();
  return (
    <ExportRows
      file="invitations"
      columns={columns}
      read={(page) => list({ ...asked, page, limit: perPage }).unwrap()}
    />
  );
};
