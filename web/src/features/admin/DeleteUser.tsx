import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import type { AuthUser } from '../../api/account/sessions.ts';
import { useRemoveUserMutation } from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { useGiveUp } from '../../ui/pages/leave-by.ts';
import { Section } from '../../ui/pages/Section.tsx';

export const DeleteUser = ({ user }: { user: AuthUser }) => {
  const navigate = useNavigate();
  const refusal = useRightRefusal(t('admin:deleteUsers'), 'user', 'delete');
  const giveUp = useGiveUp();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error, reset }] = useRemoveUserMutation();
  const name = user.name || user.email;
  const close = () => {
    reset();
    asking.close();
  };
  const confirm = async () => {
    const { error: refused } = await remove(user.id);
    if (refused) return;
    notifyDone(t('admin:wasDeleted', { name }));
    giveUp();
    await navigate(paths.users, { replace: true });
  };
  return (
    <Section title={t('admin:deleteUser')} description={t('admin:profileWaysToSign')}>
      <GuardedButton color="danger" variant="light" refusal={refusal} onClick={asking.open}>
        {t('admin:deleteUser')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('admin:delete', { name })}
        action={t('admin:deleteForGood')}
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={close}
      >
        {t('admin:theyAreSignedOutEverywhere')}
      </ConfirmDialog>
    </Section>
  );
};
