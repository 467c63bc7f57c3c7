import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ForgetPasswordForm } from '@tessera/proto/api/identity/account';
import { useState } from 'react';
import { Link } from 'react-router';
import { asFailure } from '../../api/failure.ts';
import { useForgetPasswordMutation } from '../../api/passwords.ts';
import { paths } from '../../paths.ts';
import { describeDuration } from '../../ui/duration.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';

export const ForgotPasswordPage = () => (
  <Configured title="Forgot your password?">
    {({ appName, emailAndPassword }) =>
      emailAndPassword.canReset ? (
        <Page life={describeDuration(emailAndPassword.resetExpiresInSeconds)} />
      ) : (
        <AuthFrame
          title="Forgot your password?"
          lead={`Passwords cannot be reset by mail here. Ask whoever runs ${appName} to set a new one.`}
          footer={backToSignIn}
        />
      )
    }
  </Configured>
);

const backToSignIn = <Link to={paths.signIn()}>Back to sign in</Link>;

const Page = ({ life }: { life: string }) => {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <AuthFrame
      title={email === null ? 'Forgot your password?' : 'Check your inbox'}
      lead={
        email === null
          ? 'Tell us your e-mail, and we send you a link to choose a new one.'
          : `If ${email} has an account here, a link to choose a new password is on its way. It works for ${life}.`
      }
      footer={backToSignIn}
    >
      {email === null ? (
        <Form onSent={setEmail} />
      ) : (
        <Button variant="default" fullWidth onClick={() => setEmail(null)}>
          Send it to another address
        </Button>
      )}
    </AuthFrame>
  );
};

const Form = ({ onSent }: { onSent: (email: string) => void }) => {
  const [forget, { isLoading }] = useForgetPasswordMutation();
  const form = useForm({
    initialValues: { email: '', form: '' },
    validate: ({ email }) => checkRequest(ForgetPasswordForm, { email: email.trim() }).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const email = values.email.trim();
    const { error } = await forget(email);
    if (error) return form.setErrors({ form: asFailure(error).message });
    onSent(email);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput label="E-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
        <Button type="submit" loading={isLoading} fullWidth>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
};
