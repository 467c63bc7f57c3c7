import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ForgetPasswordForm } from '@tessera/proto/api/identity/account';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useForgetPasswordMutation } from '../../api/account/passwords.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { nextPath, paths } from '../../paths.ts';
import { describeDuration } from '../../ui/format/duration.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';

export const ForgotPasswordPage = () => {
  const next = nextPath(useLocation().search);
  return (
    <Configured title={t('sign-in:forgotYourPassword')}>
      {({ appName, emailAndPassword }) =>
        emailAndPassword.canReset ? (
          <Page next={next} life={describeDuration(emailAndPassword.resetExpiresInSeconds)} />
        ) : (
          <AuthFrame
            title={t('sign-in:forgotYourPassword')}
            lead={t('sign-in:passwordsCannotBeReset', { appName })}
            footer={backToSignIn(next)}
          />
        )
      }
    </Configured>
  );
};

const backToSignIn = (next: string) => <Link to={paths.signIn(next)}>{t('sign-in:backToSignIn')}</Link>;

const Page = ({ next, life }: { next: string; life: string }) => {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <AuthFrame
      title={email === null ? t('sign-in:forgotYourPassword') : t('sign-in:checkYourInbox')}
      lead={email === null ? t('sign-in:tellUsYourEmail') : t('sign-in:ifHasAnAccountHere', { email, life })}
      footer={backToSignIn(next)}
    >
      {email === null ? (
        <Form next={next} onSent={setEmail} />
      ) : (
        <Button variant="default" fullWidth onClick={() => setEmail(null)}>
          {t('sign-in:sendItToAnotherAddress')}
        </Button>
      )}
    </AuthFrame>
  );
};

const Form = ({ next, onSent }: { next: string; onSent: (email: string) => void }) => {
  const [forget, { isLoading }] = useForgetPasswordMutation();
  const form = useForm({
    initialValues: { email: '', form: '' },
    validate: ({ email }) => checkRequest(ForgetPasswordForm, { email: email.trim() }).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const email = values.email.trim();
    const { error } = await forget({ email, next });
    if (error) return form.setErrors({ form: asFailure(error).message });
    onSent(email);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput
          label={t('sign-in:email')}
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          {t('sign-in:sendMeALink')}
        </Button>
      </Stack>
    </form>
  );
};
