import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { asFailure } from '../../api/failure.ts';
import { useResetPasswordMutation } from '../../api/passwords.ts';
import { paths } from '../../paths.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { describeDuration } from '../../ui/duration.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';

/** Where the link of a mail leads: with a token that is still good, or with what is wrong with it. */
export const ResetPasswordPage = () => (
  <Configured title="Choose a new password">
    {({ emailAndPassword }) => <Page rules={emailAndPassword} />}
  </Configured>
);

type Rules = PublicOptions['emailAndPassword'];

const Page = ({ rules }: { rules: Rules }) => {
  const [parameters, setParameters] = useSearchParams();
  const token = parameters.get('token');
  const backToSignIn = <Link to={paths.signIn()}>Back to sign in</Link>;
  if (token === null || parameters.has('error'))
    return (
      <AuthFrame
        title="This link no longer works"
        lead={`Links to choose a new password work once, and for ${describeDuration(rules.resetExpiresInSeconds)}.${rules.canReset ? ' You can ask for a new one.' : ''}`}
        footer={backToSignIn}
      >
        {rules.canReset && (
          <Button component={Link} to={paths.forgotPassword} fullWidth>
            Send me a new link
          </Button>
        )}
      </AuthFrame>
    );
  return (
    <AuthFrame title="Choose a new password" lead="You sign in with it from now on." footer={backToSignIn}>
      <Form
        token={token}
        rules={rules}
        onSpent={() => setParameters({ error: 'INVALID_TOKEN' }, { replace: true })}
      />
    </AuthFrame>
  );
};

type Props = { token: string; rules: Rules; onSpent: () => void };

const Form = ({ token, rules, onSpent }: Props) => {
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
    notifyDone('Your password was changed.');
    await navigate(paths.signIn(), { replace: true });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <PasswordInput
          label="New password"
          description={passwordHint(rules)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          Save new password
        </Button>
      </Stack>
    </form>
  );
};
