import { useDisclosure } from '@mantine/hooks';
import { beginAnew } from '../../api/account/devices.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { useImpersonateMutation } from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { useLeaveBy } from '../../ui/pages/leave-by.ts';
import { isBanned } from './is-banned.ts';

export const Impersonate = ({ user }: { user: AuthUser }) => {
  const refusal = useRightRefusal(t('admin:actAsSomebodyElse'), 'user', 'impersonate');
  const banned = isBanned(user) ? t('admin:nobodyCanBeSigned') : null;
  const [isAsking, asking] = useDisclosure(false);
  const [impersonate, { isLoading, error, reset }] = useImpersonateMutation();
  const close = () => {
    reset();
    asking.close();
  };
  const leaveBy = useLeaveBy();
  const confirm = () =>
    leaveBy(async () => {
      const { error: refused } = await impersonate(user.id);
      if (!refused) beginAnew();
      return !refused;
    });
  return (
    <>
      <GuardedButton variant="default" refusal={refusal ?? banned} onClick={asking.open}>
        {t('admin:impersonate')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('admin:actAs', { name: user.name || user.email })}
        action={t('admin:impersonate')}
        isReversible
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={close}
      >
        {t('admin:youSeeAndChangeEverything')}
      </ConfirmDialog>
    </>
  );
};
