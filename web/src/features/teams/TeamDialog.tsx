import { Stack, TextInput } from '@mantine/core';
import { CreateTeam } from '@tessera/proto/api/organization/team';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type AuthTeam, useCreateTeamMutation, useRenameTeamMutation } from '../../api/organization/teams.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';

type Props = { team: AuthTeam | null; onClose: () => void };

/** Names a new team, or renames an existing one. */
export const TeamDialog = ({ team, onClose }: Props) => (
  <Dialog
    opened
    onClose={onClose}
    title={team ? t('teams:renameNamed', { name: team.name }) : t('teams:newTeam')}
  >
    <Form team={team} onClose={onClose} />
  </Dialog>
);

const Form = ({ team, onClose }: Props) => {
  const { organization } = useCurrentOrganization();
  const organizationId = organization.id;
  const [create, creating] = useCreateTeamMutation();
  const [rename, renaming] = useRenameTeamMutation();
  const form = useGuardedForm({
    initialValues: { name: team?.name ?? '', form: '' },
    validate: ({ name }) => checkRequest(CreateTeam, { name: name.trim(), organizationId }).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const name = values.name.trim();
    const { error } = team
      ? await rename({ organizationId, name, teamId: team.id })
      : await create({ organizationId, name });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(team ? t('teams:theTeamIsNowCalled', { name }) : t('teams:wasCreated', { name }));
    onClose();
  });
  const isBusy = creating.isLoading || renaming.isLoading;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('ui:name')} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <FormError message={form.errors['form']} />
        <DialogActions
          action={team ? t('teams:saveName') : t('teams:createTeam')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
};
