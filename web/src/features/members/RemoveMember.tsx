import { asFailure } from '../../api/failure.ts';
import { type AuthMemberWithUser, useRemoveMemberMutation } from '../../api/members.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';

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
    notifyDone(`${member.user.name || 'The member'} was removed.`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={member !== null}
      title={`Remove ${member?.user.name || 'this member'}?`}
      action="Remove member"
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      They lose access to this organization at once, on every device. What they made here stays. To come back
      they need a new invitation.
    </ConfirmDialog>
  );
};
