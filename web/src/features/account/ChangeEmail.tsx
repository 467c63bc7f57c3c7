import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ChangeEmailForm } from '@tessera/proto/api/identity/account';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useChangeEmailMutation } from '../../api/account/account.ts';
import { useSendVerificationMutation } from '../../api/account/passwords.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';

const words = (): Record<string, string> => ({
  EMAIL_IS_THE_SAME: t('account:thisIsYourAddressAlready'),
  COULDNT_UPDATE_YOUR_EMAIL: t('account:thisAddressCannotBeUsed'),
});

type Props = { user: AuthUser; options: PublicOptions };
type SectionProps = Props & {
  /** Why the user may not do this; null: allowed. */
  refusal: string | null;
};

export const ChangeEmail = ({ user, options, ...props }: SectionProps) => {
  const refusal = props.refusal ?? refusalOf(user, options);
  return (
    <Section
      title={t('ui:email')}
      description={t('account:mailsToYouGoTo', { email: user.email })}
      actions={<State user={user} canSend={options.emailVerification.canSend} />}
    >
      {refusal === null ? <Form user={user} options={options} /> : <Refused>{refusal}</Refused>}
    </Section>
  );
};

const refusalOf = ({ emailVerified }: AuthUser, { user, appName }: PublicOptions): string | null => {
  if (!user.canChangeEmail) return t('account:addressesCannotBeChangedHere', { appName });
  return emailVerified && !user.canChangeVerifiedEmail
    ? t('account:aConfirmedAddressCannot', { appName })
    : null;
};

const Form = ({ user, options }: Props) => {
  const [change, { isLoading }] = useChangeEmailMutation();
  const form = useGuardedForm({
    initialValues: { newEmail: '', form: '' },
    validate: ({ newEmail }) => checkRequest(ChangeEmailForm, { newEmail: newEmail.trim() }).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const newEmail = values.newEmail.trim();
    const { error } = await change(newEmail);
    if (error) {
      const { name, message } = asFailure(error);
      return form.setErrors(words()[name] === undefined ? { form: message } : { newEmail: words()[name] });
    }
    form.reset();
    notifyDone(doneWords(user, newEmail, options));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <FormError message={form.errors['form']} />
        <TextInput
          label={t('account:newEmail')}
          description={whatFollows(user, options)}
          type="email"
          autoComplete="email"
          {...form.getInputProps('newEmail')}
        />
        <Group>
          <Button type="submit" variant="default" loading={isLoading}>
            {t('account:changeEmail')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const whatFollows = ({ emailVerified }: AuthUser, { emailVerification }: PublicOptions): string => {
  if (!emailVerified) return t('account:itReplacesThePresentOne');
  return emailVerification.canSend ? t('account:weAsk') : t('account:weAskOnce');
};

const doneWords = (user: AuthUser, newEmail: string, { emailVerification }: PublicOptions): string => {
  if (user.emailVerified) return t('account:nothingHasChangedYetFollow', { email: user.email });
  return emailVerification.canSend
    ? t('account:addressChangedConfirm', { newEmail })
    : t('account:yourAddressWasChanged');
};

/** Whether the address is confirmed; if not, a button that sends the mail, where mails can be sent. */
const State = ({ user: { email, emailVerified }, canSend }: { user: AuthUser; canSend: boolean }) => {
  const [send, { isLoading }] = useSendVerificationMutation();
  const ask = async () => {
    const { error } = await send({ email, next: paths.account });
    if (error) notifyFailed(describeFailure(error));
    else notifyDone(t('account:aLinkToConfirm', { email }));
  };
  if (emailVerified) return <StatusBadge tone="quiet">{t('account:confirmed')}</StatusBadge>;
  return (
    <Group gap="xs">
      <StatusBadge tone={canSend ? 'warning' : 'quiet'}>{t('account:notConfirmed')}</StatusBadge>
      {canSend && (
        <Button size="xs" variant="default" loading={isLoading} onClick={() => void ask()}>
          {t('account:confirm')}
        </Button>
      )}
    </Group>
  );
};
