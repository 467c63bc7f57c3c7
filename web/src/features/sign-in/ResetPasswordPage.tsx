import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { useResetPasswordMutation } from '../../api/account/passwords.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { nextPath, paths } from '../../paths.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { stateOf } from '../../sign-in/done-before.ts';
import { describeDuration } from '../../ui/format/duration.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { AuthFrame, Configured } from './AuthFrame.tsx';

/** The target of the link in the mail: with a valid token, or with an error code. */
export const ResetPasswordPage = () => (
  <Configured title={t('sign-in:chooseANewPassword')}>
    {({ emailAndPassword }) => <Page rules={emailAndPassword} />}
  </Configured>
);

type Rules = PublicOptions['emailAndPassword'];

const Page = ({ rules }: { rules: Rules }) => {
  const [parameters, setParameters] = useSearchParams();
  const next = nextPath(useLocation().search);
  const token = parameters.get('token');
  const backToSignIn = <Link to={paths.signIn(next)}>{t('sign-in:backToSignIn')}</Link>;
  if (token === null || parameters.has('error'))
    return (
      <AuthFrame
        title={t('sign-in:thisLinkNoLongerWorks')}
        lead={t(rules.canReset ? 'sign-in:linkWorkedOnceAskAgain' : 'sign-in:linkWorkedOnce', {
          life: describeDuration(rules.resetExpiresInSeconds),
        })}
        footer={backToSignIn}
      >
        {rules.canReset && (
          <Button component={Link} to={paths.forgotPassword(next)} fullWidth>
            {t('sign-in:sendMeANewLink')}
          </Button>
        )}
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t('sign-in:chooseANewPassword')}
      lead={t('sign-in:youSignInWithIt')}
      footer={backToSignIn}
    >
      <Form
        token={token}
        rules={rules}
        next={next}
        onSpent={() => setParameters({ error: 'INVALID_TOKEN', next }, { replace: true })}
      />
    </AuthFrame>
  );
};

type Props = { token: string; rules: Rules; next: string; onSpent: () => void };

const Form = ({ token, rules, next, onSpent }: Props) => {
  const navigate = useNavigate();
  const [reset, { isLoading }] = useResetPasswordMutation();
  const form = useForm({
    initialValues: { newPassword: '', form: '' },
    validate: (values) => checkRequest(z.object({ newPassword: passwordShape(rules) }), values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ newPassword }) => {
    const { error } = await reset({ newPassword, token });
    if (error && asFailure(error).name === 'INVALID_TOKEN') return onSpent();
    if (error) return form.setErrors({ form: asFailure(error).message });
    await navigate(paths.signIn(next), { replace: true, state: stateOf('reset') });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <PasswordField
          label={t('sign-in:newPassword')}
          description={passwordHint(rules)}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          {t('sign-in:saveNewPassword')}
        </Button>
      </Stack>
    </form>
  );
};
