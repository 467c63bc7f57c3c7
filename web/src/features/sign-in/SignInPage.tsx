import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SignInForm } from '@tessera/proto/api/identity/sign-in';
import { useSelector } from 'react-redux';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { asFailure } from '../../api/failure.ts';
import { selectIsSessionExpired } from '../../api/session-expiry.ts';
import { useGetSessionQuery, useSignInMutation } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { AuthFrame } from './AuthFrame.tsx';

export const SignInPage = () => {
  const { search } = useLocation();
  const next = nextPath(search);
  const isExpired = useSelector(selectIsSessionExpired);
  const { data: session, isFetching } = useGetSessionQuery(undefined, { refetchOnMountOrArgChange: true });
  if (session && !isFetching && !isExpired) return <Navigate to={next} replace />;
  return (
    <AuthFrame
      title="Sign in"
      lead={
        isExpired
          ? 'Your session has ended. Sign in to go on where you were.'
          : 'Welcome back. Your sales are waiting.'
      }
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

const Form = ({ next }: { next: string }) => {
  const navigate = useNavigate();
  const [signIn, { isLoading }] = useSignInMutation();
  const form = useForm({
    initialValues: { email: '', password: '', rememberMe: true, form: '' },
    validate: (values) => checkRequest(SignInForm, values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ email, password, rememberMe }) => {
    const { error } = await signIn({ email: email.trim(), password, rememberMe });
    if (error) return form.setErrors({ form: asFailure(error).message });
    await navigate(next, { replace: true });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput label="E-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label="Keep me signed in"
          size="sm"
          {...form.getInputProps('rememberMe', { type: 'checkbox' })}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
