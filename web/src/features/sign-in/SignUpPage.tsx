import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordLength, SignUpForm } from '@tessera/proto/api/identity/sign-up';
import { Link, useLocation, useNavigate } from 'react-router';
import { asFailure, type Failure } from '../../api/failure.ts';
import { useSignUpMutation } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { AuthFrame } from './AuthFrame.tsx';

export const SignUpPage = () => {
  const next = nextPath(useLocation().search);
  return (
    <AuthFrame
      title="Create your account"
      lead="Sell digital products and subscriptions. It takes a minute."
      footer={
        <>
          Already have an account? <Link to={paths.signIn(next)}>Sign in</Link>
        </>
      }
    >
      <Form next={next} />
    </AuthFrame>
  );
};

const Form = ({ next }: { next: string }) => {
  const navigate = useNavigate();
  const [signUp, { isLoading }] = useSignUpMutation();
  const form = useForm({
    initialValues: { name: '', email: '', password: '', form: '' },
    validate: (values) => checkRequest(SignUpForm, values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ name, email, password }) => {
    const { data, error } = await signUp({ name: name.trim(), email: email.trim(), password, next });
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    // No session yet: the address has to be confirmed first.
    if (data.token === null)
      return navigate(paths.checkInbox, { replace: true, state: { email: email.trim(), next } });
    await navigate(next, { replace: true });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label="E-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          description={`At least ${passwordLength.least} characters.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          Create account
        </Button>
      </Stack>
    </form>
  );
};

/** Which field the refusals of signing up belong to. */
const fieldOfCode: Record<string, string> = {
  USER_ALREADY_EXISTS: 'email',
  INVALID_EMAIL: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
};

const errorsOf = ({ name, message }: Failure) => ({
  [fieldOfCode[name] ?? 'form']:
    name === 'USER_ALREADY_EXISTS' ? 'An account with this e-mail exists. Sign in instead.' : message,
});
