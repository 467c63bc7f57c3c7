import { type AuthTeam, useRemoveTeamMutation } from '../../api/organization/teams.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';

type Props = { team: AuthTeam | null; onClose: () => void };

export const RemoveTeam = ({ team, onClose }: Props) => {
  const [remove, { isLoading, error, reset }] = useRemoveTeamMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!team) return;
    const { error: refused } = await remove({ organizationId: team.organizationId, teamId: team.id });
    if (refused) return;
    notifyDone(t('teams:wasRemoved', { name: team.name }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={team !== null}
      title={t('teams:removeQuestion', { name: team?.name ?? 'team' })}
      action={t('teams:removeTeam')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('teams:itsMembersStay')}
    </ConfirmDialog>
  );
};
