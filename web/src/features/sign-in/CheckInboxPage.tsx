import { Button, Stack } from '@mantine/core';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, useLocation } from 'react-router';
import { useSendVerificationMutation } from '../../api/account/passwords.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { nextPath, paths } from '../../paths.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { describeDuration } from '../../ui/format/duration.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { AuthFrame, Configured } from './AuthFrame.tsx';

/** The navigation state of the previous page; it may be lost after a reload. */
type Handed = { email: string | null; next: string };

/** Shown after sign-up, or sign-in, with an unconfirmed address. */
export const CheckInboxPage = () => {
  const handed = readHanded(useLocation().state);
  return (
    <Configured title={t('sign-in:checkYourInbox')}>
      {(options) =>
        options.emailVerification.canSend ? (
          <Sent handed={handed} options={options} />
        ) : (
          <NothingSent handed={handed} options={options} />
        )
      }
    </Configured>
  );
};

const readHanded = (state: unknown): Handed => {
  const { email, next } = (state ?? {}) as { email?: unknown; next?: unknown };
  return {
    // A username is not an address to send to.
    email: typeof email === 'string' && email.includes('@') ? email : null,
    next: nextPath(`?next=${encodeURIComponent(typeof next === 'string' ? next : '')}`),
  };
};

type Props = { handed: Handed; options: PublicOptions };

const Sent = ({ handed: { email, next }, options }: Props) => {
  const { expiresInSeconds, signsIn } = options.emailVerification;
  return (
    <AuthFrame
      title={t('sign-in:checkYourInbox')}
      lead={t(signsIn ? 'sign-in:linkSentSignsIn' : 'sign-in:linkSentThenSignIn', {
        email: email ?? t('sign-in:toYourEmailAddress'),
        life: describeDuration(expiresInSeconds),
      })}
      footer={<Link to={paths.signIn(next)}>{t('sign-in:backToSignIn')}</Link>}
    >
      {email !== null && <SendAgain email={email} next={next} />}
    </AuthFrame>
  );
};

const NothingSent = ({ handed: { next }, options }: Props) => (
  <AuthFrame
    title={t('sign-in:confirmYourAddress')}
    lead={t('sign-in:noMailsAreSent', { appName: options.appName })}
    footer={<Link to={paths.signIn(next)}>{t('sign-in:backToSignIn')}</Link>}
  />
);

const SendAgain = ({ email, next }: { email: string; next: string }) => {
  const [send, { isLoading, error }] = useSendVerificationMutation();
  const again = async () => {
    const { error: refused } = await send({ email, next });
    if (!refused) notifyDone(t('sign-in:theLinkWasSentAgain'));
  };
  return (
    <Stack gap="md">
      <FormError message={error && asFailure(error).message} />
      <Button variant="default" fullWidth loading={isLoading} onClick={() => void again()}>
        {t('sign-in:sendItAgain')}
      </Button>
    </Stack>
  );
};
