import { type AuthMemberWithUser, useRemoveMemberMutation } from '../../api/organization/members.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';

type Props = { member: AuthMemberWithUser | null; onClose: () => void };

export const RemoveMember = ({ member, onClose }: Props) => {
  const [remove, { isLoading, error, reset }] = useRemoveMemberMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!member) return;
    const { error: refused } = await remove({
      organizationId: member.organizationId,
      memberId: member.id,
    });
    if (refused) return;
    notifyDone(t('members:wasRemoved', { name: member.user.name || t('members:unknownPerson') }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={member !== null}
      title={t('members:removeQuestion', { name: member?.user.name || t('members:unknownPerson') })}
      action={t('members:removeMember')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('members:theyLoseAccess')}
    </ConfirmDialog>
  );
};
