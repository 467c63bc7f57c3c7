import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ChangePasswordForm } from '@tessera/proto/api/identity/account';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { passwordLength } from '@tessera/proto/api/identity/sign-up';
import { useChangePasswordMutation } from '../../api/account.ts';
import { asFailure, describeFailure, type Failure } from '../../api/failure.ts';
import { useForgetPasswordMutation } from '../../api/passwords.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

type Props = { user: AuthUser; hasPassword: boolean };

export const ChangePassword = ({ user, hasPassword }: Props) => (
  <Section title="Password">{hasPassword ? <Form /> : <FirstPassword email={user.email} />}</Section>
);

const errorsOf = ({ name, message }: Failure) =>
  name === 'INVALID_PASSWORD' ? { currentPassword: 'This is not your password.' } : { form: message };

const empty = { currentPassword: '', newPassword: '', revokeOtherSessions: true };

const Form = () => {
  const [change, { isLoading }] = useChangePasswordMutation();
  const form = useForm({
    initialValues: empty,
    validate: (values) => checkRequest(ChangePasswordForm, values).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await change(values);
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    form.reset();
    notifyDone('Your password was changed.');
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <FormError message={form.errors['form']} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description={`At least ${passwordLength.least} characters.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
          {...form.getInputProps('newPassword')}
        />
        <Checkbox
          label="Sign out everywhere else"
          size="sm"
          {...form.getInputProps('revokeOtherSessions', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" variant="default" loading={isLoading}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Who came by another provider proves the address by a mail before there is a password. */
const FirstPassword = ({ email }: { email: string }) => {
  const [forget, { isLoading }] = useForgetPasswordMutation();
  const ask = async () => {
    const { error } = await forget(email);
    if (error) notifyFailed(describeFailure(error));
    else notifyDone(`A link to choose a password is on its way to ${email}.`);
  };
  return (
    <Stack gap="md" align="flex-start">
      <Text c="dimmed">You sign in by another provider and have no password here yet.</Text>
      <Button variant="default" loading={isLoading} onClick={() => void ask()}>
        Send me a link to choose one
      </Button>
    </Stack>
  );
};
