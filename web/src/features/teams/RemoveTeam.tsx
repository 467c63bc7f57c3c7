import { asFailure } from '../../api/failure.ts';
import { type AuthTeam, useRemoveTeamMutation } from '../../api/teams.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';

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
    notifyDone(`${team.name} was removed.`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={team !== null}
      title={`Remove ${team?.name ?? 'team'}?`}
      action="Remove team"
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      Its members stay in the organization, but in no team. Open invitations to it lead to the organization
      alone. This cannot be undone.
    </ConfirmDialog>
  );
};
