import { Stack, TextInput } from '@mantine/core';
import { InviteMember as InviteMemberShape } from '@tessera/proto/api/organization/invitation';
import type { z } from 'zod';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useInviteMemberMutation } from '../../api/organization/invitations.ts';
import { type OwnMembership, useOwnMembership } from '../../api/organization/own-membership.ts';
import { isOwner, roleChoices } from '../../api/organization/roles.ts';
import { asFailure, describeFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { RoleField } from '../../shared/fields/RoleField.tsx';
import { TeamField } from '../../shared/fields/TeamField.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';

/** Waits for the membership, which decides the default role: a direct link opens the dialog before it is loaded. */
export const InviteMember = ({ onClose }: { onClose: () => void }) => {
  const { data: membership, error, refetch } = useOwnMembership();
  return (
    <Dialog
      opened={membership !== undefined || error !== undefined}
      onClose={onClose}
      title={t('invitations:inviteSomeone')}
    >
      {membership ? (
        <Form membership={membership} onDone={onClose} />
      ) : (
        error && <ErrorState message={describeFailure(error)} onRetry={refetch} />
      )}
    </Dialog>
  );
};

type InviteForm = { email: string; role: string; teamId: string; form: string };

const requestOf = (
  { email, role, teamId }: InviteForm,
  organizationId: string,
): z.input<typeof InviteMemberShape> => ({
  email: email.trim(),
  role,
  organizationId,
  ...(teamId ? { teamId } : {}),
});

const Form = ({ membership, onDone }: { membership: OwnMembership; onDone: () => void }) => {
  const { organization } = useCurrentOrganization();
  const [invite, { isLoading }] = useInviteMemberMutation();
  const form = useGuardedForm<InviteForm>({
    initialValues: { email: '', role: lowestRole(membership), teamId: '', form: '' },
    validate: (values) => checkRequest(InviteMemberShape, requestOf(values, organization.id)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await invite(requestOf(values, organization.id));
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    form.saved();
    notifyDone(t('invitations:anInvitationWasSentTo', { email: values.email.trim() }));
    onDone();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('ui:email')}
          type="email"
          placeholder="grace@example.com"
          description={t('invitations:theyGetALink')}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleField
          choices={rolesFor(membership)}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
          error={form.errors['role']}
        />
        {membership.hasTeams && (
          <TeamField
            value={form.values.teamId}
            onChange={(team) => form.setFieldValue('teamId', team?.id ?? '')}
            error={form.errors['teamId']}
          />
        )}
        <FormError message={form.errors['form']} />
        <DialogActions action={t('invitations:sendInvitation')} isBusy={isLoading} onCancel={onDone} />
      </Stack>
    </form>
  );
};

/** Refusals of the address itself. */
const aboutEmail = [
  'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
  'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
];

const errorsOf = (failure: Failure) =>
  aboutEmail.includes(failure.name) ? { email: failure.message } : failureErrors(failure);

/** The default role, the one with the fewest rights: `member`, else the last. */
const lowestRole = ({ roles }: OwnMembership): string => {
  const names = roles.map(({ name }) => name);
  return names.includes('member') ? 'member' : (names.at(-1) ?? '');
};

/** Only owners can invite owners. */
const rolesFor = (membership: OwnMembership) => {
  const isOwn = isOwner(membership.member.role, membership.creatorRole);
  return roleChoices(membership).map((choice) => ({
    ...choice,
    isDisabled: isOwner(choice.value, membership.creatorRole) && !isOwn,
  }));
};
