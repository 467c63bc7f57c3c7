import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { ChangePasswordForm } from '@tessera/proto/api/identity/account';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useChangePasswordMutation } from '../../api/account.ts';
import { asFailure, describeFailure, type Failure } from '../../api/failure.ts';
import { useForgetPasswordMutation } from '../../api/passwords.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

type Rules = PublicOptions['emailAndPassword'];
type Props = { user: AuthUser; hasPassword: boolean; rules: Rules };

export const ChangePassword = ({ user, hasPassword, rules }: Props) => (
  <Section title="Password">
    {hasPassword ? <Form rules={rules} /> : <FirstPassword email={user.email} rules={rules} />}
  </Section>
);

const errorsOf = ({ name, message }: Failure) =>
  name === 'INVALID_PASSWORD' ? { currentPassword: 'This is not your password.' } : { form: message };

const empty = { currentPassword: '', newPassword: '', revokeOtherSessions: true };

const Form = ({ rules }: { rules: Rules }) => {
  const [change, { isLoading }] = useChangePasswordMutation();
  const form = useGuardedForm({
    initialValues: empty,
    validate: (values) =>
      checkRequest(ChangePasswordForm.extend({ newPassword: passwordShape(rules) }), values).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await change(values);
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    form.reset();
    notifyDone(
      values.revokeOtherSessions
        ? 'Your password was changed, and you are signed out everywhere else.'
        : 'Your password was changed.',
    );
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
          description={passwordHint(rules)}
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
const FirstPassword = ({ email, rules }: { email: string; rules: Rules }) => {
  const [forget, { isLoading }] = useForgetPasswordMutation();
  const ask = async () => {
    const { error } = await forget(email);
    if (error) notifyFailed(describeFailure(error));
    else notifyDone(`A link to choose a password is on its way to ${email}.`);
  };
  if (!rules.enabled || !rules.canReset)
    return <Text c="dimmed">You sign in with another provider, and need no password here.</Text>;
  return (
    <Stack gap="md" align="flex-start">
      <Text c="dimmed">
        You sign in with another provider and have no password here. To have one as well, choose it by a link
        that we send to {email}.
      </Text>
      <Button variant="default" loading={isLoading} onClick={() => void ask()}>
        Send me a link
      </Button>
    </Stack>
  );
};
