import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { InviteMember as InviteMemberShape } from '@tessera/proto/api/organization/invitation';
import type { z } from 'zod';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useInviteMemberMutation } from '../../api/invitations.ts';
import { usePeople } from '../../api/people.ts';
import { isOwner, roleChoices } from '../../api/roles.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import { RoleField } from '../../ui/RoleField.tsx';

export const InviteMember = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Invite someone" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Form onDone={onClose} />
  </Modal>
);

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

const Form = ({ onDone }: { onDone: () => void }) => {
  const { organization } = useCurrentOrganization();
  const { result, own } = usePeople();
  const [invite, { isLoading }] = useInviteMemberMutation();
  const form = useForm<InviteForm>({
    initialValues: { email: '', role: 'member', teamId: '', form: '' },
    validate: (values) => checkRequest(InviteMemberShape, requestOf(values, organization.id)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await invite(requestOf(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    notifyDone(`An invitation was sent to ${values.email.trim()}.`);
    onDone();
  });
  const members = result.data?.members ?? [];
  const choices = roleChoices(members.map(({ role }) => role))
    .filter(({ value }) => !value.includes(','))
    .map((choice) => ({ ...choice, isDisabled: isOwner(choice.value) && !isOwner(own?.role) }));
  const teams = result.data?.teams ?? [];
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="E-mail"
          type="email"
          placeholder="grace@example.com"
          description="They get a link that is good for a limited time and only for this address."
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleField
          choices={choices}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
          error={form.errors['role']}
        />
        {teams.length > 0 && (
          <Select
            label="Team"
            placeholder="No team"
            clearable
            data={teams.map(({ id, name }) => ({ value: id, label: name }))}
            error={form.errors['teamId']}
            value={form.values.teamId || null}
            onChange={(value) => form.setFieldValue('teamId', value ?? '')}
          />
        )}
        <FormError message={form.errors['form']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Send invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
