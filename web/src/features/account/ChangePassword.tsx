import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { ChangePasswordForm } from '@tessera/proto/api/identity/account';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useChangePasswordMutation } from '../../api/account/account.ts';
import { useForgetPasswordMutation } from '../../api/account/passwords.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { asFailure, describeFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';

type Rules = PublicOptions['emailAndPassword'];
type Props = {
  user: AuthUser;
  hasPassword: boolean;
  rules: Rules;
  /** Why the user may not do this; null: allowed. */
  refusal: string | null;
};

export const ChangePassword = ({ user, hasPassword, rules, refusal }: Props) => (
  <Section title={t('account:password')}>
    {refusal !== null ? (
      <Refused>{refusal}</Refused>
    ) : hasPassword ? (
      <Form email={user.email} rules={rules} />
    ) : (
      <FirstPassword email={user.email} rules={rules} />
    )}
  </Section>
);

const errorsOf = ({ name, message }: Failure) =>
  name === 'INVALID_PASSWORD' ? { currentPassword: t('account:thisIsNotYourPassword') } : { form: message };

const empty = { currentPassword: '', newPassword: '', revokeOtherSessions: true };

const Form = ({ email, rules }: { email: string; rules: Rules }) => {
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
        ? t('account:passwordChangedElsewhereOut')
        : t('account:yourPasswordWasChanged'),
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <FormError message={form.errors['form']} />
        {/* Tells a password manager whose password changes. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('account:currentPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account:showCurrentPassword') }}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label={t('account:newPassword')}
          description={passwordHint(rules)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account:showNewPassword') }}
          {...form.getInputProps('newPassword')}
        />
        <Checkbox
          label={t('account:signOutEverywhereElse')}
          size="sm"
          {...form.getInputProps('revokeOtherSessions', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" variant="default" loading={isLoading}>
            {t('account:changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** A user who signed up with a provider confirms the address by mail before setting a password. */
const FirstPassword = ({ email, rules }: { email: string; rules: Rules }) => {
  const [forget, { isLoading }] = useForgetPasswordMutation();
  const ask = async () => {
    const { error } = await forget({ email });
    if (error) notifyFailed(describeFailure(error));
    else notifyDone(t('account:aLinkToChoose', { email }));
  };
  if (!rules.enabled || !rules.canReset) return <Text c="dimmed">{t('account:youSignInWithAnother')}</Text>;
  return (
    <Stack gap="md" align="flex-start">
      <Text c="dimmed">{t('account:youSignInWithAnotherProvider', { email })}</Text>
      <Button variant="default" loading={isLoading} onClick={() => void ask()}>
        {t('account:sendMeALink')}
      </Button>
    </Stack>
  );
};
