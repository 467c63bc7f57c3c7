import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useLeaveOrganizationMutation } from '../../api/organization/members.ts';
import { useListOrganizationsQuery } from '../../api/organization/organizations.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';

type Props = { isOpen: boolean; onClose: () => void };

export const LeaveOrganization = ({ isOpen, onClose }: Props) => {
  const { organization } = useCurrentOrganization();
  const { data: organizations = [] } = useListOrganizationsQuery({ limit: 2 });
  const navigate = useNavigate();
  const [leave, { isLoading, error, reset }] = useLeaveOrganizationMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    const next = organizations.find(({ id }) => id !== organization.id);
    const { error: refused } = await leave(organization.id);
    if (refused) return;
    notifyDone(t('members:youLeft', { name: organization.name }));
    await navigate(next ? paths.overview(next.slug) : paths.newOrganization, { replace: true });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('members:leaveQuestion', { name: organization.name })}
      action={t('members:leaveOrganization')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('members:youLoseAccess')}
    </ConfirmDialog>
  );
};
