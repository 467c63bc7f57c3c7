import { asFailure } from '../../api/failure.ts';
import { type AuthInvitation, useCancelInvitationMutation } from '../../api/invitations.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';

type Props = { invitation: AuthInvitation | null; onClose: () => void };

export const CancelInvitation = ({ invitation, onClose }: Props) => {
  const [cancel, { isLoading, error, reset }] = useCancelInvitationMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!invitation) return;
    const { error: refused } = await cancel({ id: invitation.id });
    if (refused) return;
    notifyDone(`The invitation of ${invitation.email} was canceled.`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={invitation !== null}
      title="Cancel this invitation?"
      action="Cancel invitation"
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      The link in the mail to {invitation?.email} stops working at once. You can invite them again.
    </ConfirmDialog>
  );
};
