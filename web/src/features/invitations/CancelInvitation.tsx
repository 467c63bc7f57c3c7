import { type AuthInvitation, useCancelInvitationMutation } from '../../api/organization/invitations.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';

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
    notifyDone(t('invitations:theInvitationOfWasCanceled', { email: invitation.email }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={invitation !== null}
      title={t('invitations:cancelThisInvitation')}
      action={t('invitations:cancelInvitation')}
      wayOut={t('invitations:keepInvitation')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('invitations:theLinkInTheMail', { email: invitation?.email ?? '' })}
    </ConfirmDialog>
  );
};
