import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import { useSelector } from 'react-redux';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { asFailure } from '../../api/failure.ts';
import { selectIsSessionExpired } from '../../api/session-expiry.ts';
import { useGetSessionQuery, useSignInMutation } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { AuthFrame } from './AuthFrame.tsx';

export const SignInPage = () => {
  const { search } = useLocation();
  const next = nextPath(search);
  const isExpired = useSelector(selectIsSessionExpired);
  const { data: session, isFetching } = useGetSessionQuery(undefined, { refetchOnMountOrArgChange: true });
  const isAnother = new URLSearchParams(search).has('another');
  if (session && !isFetching && !isExpired && !isAnother) return <Navigate to={next} replace />;
  return (
    <AuthFrame
      title="Sign in"
      lead={leadOf(isExpired, isAnother)}
      footer={
        <>
          New to Tessera? <Link to={paths.signUp(next)}>Create an account</Link>
        </>
      }
    >
      <Form next={next} />
    </AuthFrame>
  );
};

const leadOf = (isExpired: boolean, isAnother: boolean): string => {
  if (isExpired) return 'Your session has ended. Sign in to go on where you were.';
  return isAnother
    ? 'The account you use now stays signed in beside this one.'
    : 'Welcome back. Your sales are waiting.';
};

const Form = ({ next }: { next: string }) => {
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
          <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
        </Group>
        <Button type="submit" loading={isLoading} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
