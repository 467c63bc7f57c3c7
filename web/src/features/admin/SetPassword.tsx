import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NewPasswordForm } from '@tessera/proto/api/identity/account';
import { useSetUserPasswordMutation } from '../../api/admin.ts';
import { asFailure } from '../../api/failure.ts';
import { checkRequest } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

export const SetPassword = ({ userId }: { userId: string }) => {
  const [save, { isLoading }] = useSetUserPasswordMutation();
  const form = useForm({
    initialValues: { newPassword: '' },
    validate: (values) => checkRequest(NewPasswordForm, values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ newPassword }) => {
    const { error } = await save({ userId, newPassword });
    if (error) return form.setErrors({ newPassword: asFailure(error).message });
    form.reset();
    notifyDone('The password was set.');
  });
  return (
    <Section title="Password" description="Replaces the present one. Sessions stay open until you end them.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={480}>
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.getInputProps('newPassword')}
          />
          <Group>
            <Button type="submit" variant="default" loading={isLoading}>
              Set password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
