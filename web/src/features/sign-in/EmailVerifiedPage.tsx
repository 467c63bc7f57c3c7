import { Button } from '@mantine/core';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, useLocation, useSearchParams } from 'react-router';
import { type SessionAndUser, useGetPresentSessionQuery } from '../../api/account/sessions.ts';
import { t } from '../../i18n/t.ts';
import { nextPath, paths } from '../../paths.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';

type Known = { session: SessionAndUser | null; next: string; canSend: boolean; canReset: boolean };

/** The target of links in mails that confirm or change an address. */
export const EmailVerifiedPage = () => {
  const { data: session = null, isLoading } = useGetPresentSessionQuery();
  if (isLoading)
    return <AuthFrame title={t('sign-in:yourEmailAddress')} lead={t('sign-in:oneMoment')} footer={null} />;
  return (
    <Configured title={t('sign-in:yourEmailAddress')}>
      {(options) => <Page session={session} options={options} />}
    </Configured>
  );
};

const Page = ({ session, options }: { session: SessionAndUser | null; options: PublicOptions }) => {
  const next = nextPath(useLocation().search);
  const [parameters] = useSearchParams();
  const error = parameters.get('error');
  const { canSend } = options.emailVerification;
  const known = { session, next, canSend, canReset: options.emailAndPassword.canReset };
  if (error !== null) return <Refused {...known} error={error} />;
  // The first of two mails of a change went to the old address: the new one is still unconfirmed.
  if (parameters.has('changed') && session && !session.user.emailVerified)
    return <Changed email={session.user.email} canSend={known.canSend} />;
  return (
    <AuthFrame title={t('sign-in:thankYou')} lead={t('sign-in:yourEmailAddressIsConfirmed')} footer={null}>
      <Button component={Link} to={session ? next : paths.signIn(next)} fullWidth>
        {session ? t('sign-in:goOn') : t('sign-in:signIn')}
      </Button>
    </AuthFrame>
  );
};

const Changed = ({ email, canSend }: { email: string; canSend: boolean }) => (
  <AuthFrame
    title={t('sign-in:yourAddressWasChanged')}
    lead={t(canSend ? 'sign-in:mailsNowGoToConfirm' : 'sign-in:mailsNowGoTo', { email })}
    footer={null}
  >
    <Button component={Link} to={paths.account} fullWidth>
      {t('sign-in:goToYourAccount')}
    </Button>
  </AuthFrame>
);

const reasons = (): Record<string, string> => ({
  token_expired: t('sign-in:itIsTooOld'),
  user_not_found: t('sign-in:noAccountHasItsAddress'),
  unauthorized: t('sign-in:signInWithTheAccount'),
});

const Refused = ({ session, next, canSend, canReset, error }: Known & { error: string }) => {
  const reason = reasons()[error] ?? t('sign-in:itIsIncomplete');
  // A new link would help with other errors, but not with these.
  const canHelp = canSend && error !== 'user_not_found' && error !== 'unauthorized';
  const help = session ? t('sign-in:youCanAsk') : t('sign-in:signInToAsk');
  const target = canHelp ? paths.account : next;
  const label = canHelp ? t('sign-in:goToYourAccount') : t('sign-in:goOn');
  return (
    <AuthFrame
      title={t('sign-in:thisLinkDoesNotWork')}
      lead={canHelp ? `${reason} ${help}` : reason}
      footer={
        session || !canReset ? null : (
          <Link to={paths.forgotPassword(next)}>{t('sign-in:forgotYourPassword')}</Link>
        )
      }
    >
      <Button component={Link} to={session ? target : paths.signIn(target)} fullWidth>
        {session ? label : t('sign-in:signIn')}
      </Button>
    </AuthFrame>
  );
};
