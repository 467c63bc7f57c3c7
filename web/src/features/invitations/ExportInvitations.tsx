import { type InvitationPage, useLazyListInvitationsQuery } from '../../api/invitations.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

/** `id` alone accepts nothing: the mail's link carries a proof beside it. */
const columns: ExportColumn<InvitationPage['items'][number]>[] = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['role', ({ role }) => role],
  ['state', ({ state }) => state],
  ['expires_at', ({ expiresAt }) => expiresAt],
  ['team_id', ({ teamId }) => teamId ?? null],
  ['inviter_id', ({ inviterId }) => inviterId],
];

/** The invitations of the state that is chosen, as CSV. */
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
