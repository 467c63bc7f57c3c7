import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, Navigate, useLocation } from 'react-router';
import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { nextPath, paths } from '../../paths.ts';
import { ProviderButtons } from '../../sign-in/ProviderButtons.tsx';
import { AuthFrame, Configured } from './AuthFrame.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** Redirects users who are signed in, unless they add another account. */
export const SignUpPage = () => {
  const { search } = useLocation();
  const next = nextPath(search);
  const isAnother = new URLSearchParams(search).has('another');
  const { data: session, isFetching } = useGetSessionQuery(undefined, { refetchOnMountOrArgChange: true });
  if (session && !isFetching && !isAnother) return <Navigate to={next} replace />;
  return (
    <Configured title={t('sign-in:createYourAccount')}>
      {(options) => <Page options={options} next={next} isAnother={isAnother} />}
    </Configured>
  );
};

type Props = { options: PublicOptions; next: string; isAnother: boolean };

const Page = ({ options, next, isAnother }: Props) => {
  const { appName, emailAndPassword, socialProviders } = options;
  const { canSignUp } = emailAndPassword;
  const isOpen = canSignUp || socialProviders.length > 0;
  return (
    <AuthFrame
      title={t('sign-in:createYourAccount')}
      lead={
        isOpen
          ? t('sign-in:sellDigitalProductsAndSubscriptions')
          : t('sign-in:signingUpIsSwitchedOff', { appName })
      }
      footer={
        <Trans
          i18nKey="sign-in:alreadyHaveAnAccountSign"
          components={{ a: <Link to={isAnother ? paths.addAccount : paths.signIn(next)} /> }}
        />
      }
    >
      <ProviderButtons
        options={options}
        next={next}
        back={isAnother ? paths.addNewAccount : paths.signUp(next)}
        isSignUp
        isFirst={canSignUp}
      />
      {canSignUp && <SignUpForm next={next} rules={emailAndPassword} />}
    </AuthFrame>
  );
};
