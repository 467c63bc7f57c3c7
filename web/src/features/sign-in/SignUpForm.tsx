import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { SignUpForm as SignUpShape } from '@tessera/proto/api/identity/sign-up';
import { useNavigate } from 'react-router';
import { useSignUpMutation } from '../../api/account/sessions.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { AskedFields } from '../../shared/fields/AskedFields.tsx';
import { emptyAnswers, readAnswers } from '../../shared/fields/asked-fields.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { useAnswers } from '../../shared/fields/use-answers.ts';
import { stateOf } from '../../sign-in/done-before.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';

type Props = { next: string; rules: PublicOptions['emailAndPassword'] };

export const SignUpForm = ({ next, rules }: Props) => {
  const navigate = useNavigate();
  const [signUp, { isLoading }] = useSignUpMutation();
  const form = useForm({
    initialValues: { name: '', email: '', password: '', form: '' },
    validate: (values) =>
      checkRequest(SignUpShape.extend({ password: passwordShape(rules) }), values).errors ?? {},
  });
  const asked = useAnswers(rules.asksFor, emptyAnswers(rules.asksFor));
  const submit = form.onSubmit(async ({ name, email: typed, password }) => {
    if (!asked.check()) return;
    const email = typed.trim();
    const additional = readAnswers(rules.asksFor, asked.props.answers);
    const { data, error } = await signUp({ name: name.trim(), email, password, next, additional });
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    if (data.token !== null) return navigate(next, { replace: true });
    // No session yet: the address must be confirmed first, or users must sign in themselves.
    if (rules.requireEmailVerification)
      return navigate(paths.checkInbox, { replace: true, state: { email, next } });
    await navigate(paths.signIn(next), { replace: true, state: stateOf('signUp') });
  }, asked.check);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput label={t('sign-in:name')} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label={t('sign-in:email')}
          type="email"
          name="username"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <AskedFields {...asked.props} />
        <PasswordField
          label={t('sign-in:password')}
          description={passwordHint(rules)}
          name="password"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          {t('sign-in:createAccount')}
        </Button>
      </Stack>
    </form>
  );
};

/** The form field of each sign-up error. */
const fieldOfCode: Record<string, string> = {
  USER_ALREADY_EXISTS: 'email',
  INVALID_EMAIL: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
};

const errorsOf = ({ name, message }: Failure) => ({
  [fieldOfCode[name] ?? 'form']: name === 'USER_ALREADY_EXISTS' ? t('sign-in:accountExists') : message,
});
