import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import { useNavigate } from 'react-router';
import { asFailure } from '../../api/failure.ts';
import { useSignInMutation } from '../../api/sessions.ts';
import { paths } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { TextLink } from '../../ui/TextLink.tsx';

/** By e-mail address or username, and the password. */
export const SignInForm = ({ next, canReset }: { next: string; canReset: boolean }) => {
  const navigate = useNavigate();
  const [signIn, { isLoading }] = useSignInMutation();
  const form = useForm({
    initialValues: { name: '', password: '', rememberMe: true, form: '' },
    validate: (values) => checkRequest(SignInNameForm, values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ name: typed, password, rememberMe }) => {
    const name = typed.trim();
    const { error } = await signIn({ name, password, rememberMe, next });
    if (error && asFailure(error).name === 'EMAIL_NOT_VERIFIED')
      return navigate(paths.checkInbox, { state: { email: name, next } });
    if (error) return form.setErrors({ form: asFailure(error).message });
    await navigate(next, { replace: true });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput
          label="E-mail or username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between" gap="xs">
          <Checkbox
            label="Keep me signed in"
            size="sm"
            {...form.getInputProps('rememberMe', { type: 'checkbox' })}
          />
          {canReset && <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>}
        </Group>
        <Button type="submit" loading={isLoading} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
