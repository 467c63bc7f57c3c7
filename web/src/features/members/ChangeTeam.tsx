import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type MemberPage,
  useAddTeamMemberMutation,
  useRemoveTeamMemberMutation,
} from '../../api/organization/members.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import type { Named } from '../../shared/fields/NamedChoices.tsx';
import { TeamField } from '../../shared/fields/TeamField.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';

type Member = MemberPage['items'][number];
type Props = { member: Member; onClose: () => void };

const teamOf = ({ teamId, teamName }: Member): Named | null =>
  teamId ? { id: teamId, name: teamName ?? '' } : null;

/** Moves a member to another team, or out of all teams. */
export const ChangeTeam = ({ member, onClose }: Props) => {
  const before = teamOf(member);
  const [team, setTeam] = useState(before);
  const { change, isBusy, error } = useChange(member);
  const name = member.user.name || t('members:unknownPerson');
  const save = async () => {
    if (team?.id !== before?.id) {
      if (!(await change(before, team))) return;
      notifyDone(
        team ? t('members:isNowIn', { name, team: team.name }) : t('members:isInNoTeamNow', { name }),
      );
    }
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('members:teamOf', { name })}>
      <Stack gap="md">
        <TeamField value={team?.id ?? ''} known={before} onChange={setTeam} none={<NoTeams />} />
        <FormError message={error && asFailure(error).message} />
        <DialogActions action={t('members:saveTeam')} isBusy={isBusy} onSend={save} onCancel={onClose} />
      </Stack>
    </Dialog>
  );
};

const useChange = ({ organizationId, userId }: Member) => {
  const [add, adding] = useAddTeamMemberMutation();
  const [takeOut, takingOut] = useRemoveTeamMemberMutation();
  /** Returns whether it succeeded. Joining a team leaves the previous one. */
  const change = async (before: Named | null, team: Named | null): Promise<boolean> => {
    if (team) return !(await add({ organizationId, userId, teamId: team.id })).error;
    return before !== null && !(await takeOut({ organizationId, userId, teamId: before.id })).error;
  };
  return {
    change,
    isBusy: adding.isLoading || takingOut.isLoading,
    error: adding.error ?? takingOut.error,
  };
};

const NoTeams = () => {
  const { organization } = useCurrentOrganization();
  return (
    <Text size="sm">
      {t('members:thereIsNoTeamYet')}{' '}
      <TextLink to={paths.teams(organization.slug)}>{t('members:createATeam')}</TextLink>
    </Text>
  );
};
