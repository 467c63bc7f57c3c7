import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useSelector } from 'react-redux';
import { Link, Navigate, useLocation } from 'react-router';
import { selectIsSessionExpired } from '../../api/session-expiry.ts';
import { useGetSessionQuery } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { SignInForm } from './SignInForm.tsx';

export const SignInPage = () => {
  const { search } = useLocation();
  const isExpired = useSelector(selectIsSessionExpired);
  const { data: session, isFetching } = useGetSessionQuery(undefined, { refetchOnMountOrArgChange: true });
  const parameters = new URLSearchParams(search);
  const isAnother = parameters.has('another');
  if (session && !isFetching && !isExpired && !isAnother)
    return <Navigate to={wayOn(search, parameters.get('error'))} replace />;
  return (
    <Configured title="Sign in">
      {(options) => (
        <Page options={options} next={nextPath(search)} isExpired={isExpired} isAnother={isAnother} />
      )}
    </Configured>
  );
};

/** Who is signed in and comes back from a provider with an error wanted to link an account. */
const wayOn = (search: string, error: string | null): string =>
  error === null ? nextPath(search) : `${paths.account}?error=${encodeURIComponent(error)}`;

type Props = { options: PublicOptions; next: string; isExpired: boolean; isAnother: boolean };

const Page = ({ options, next, isExpired, isAnother }: Props) => {
  const { appName, emailAndPassword, socialProviders } = options;
  const { enabled, canSignUp, canReset } = emailAndPassword;
  const canEnter = enabled || socialProviders.length > 0;
  return (
    <AuthFrame
      title="Sign in"
      lead={
        canEnter ? leadOf(isExpired, isAnother) : `Signing in is switched off. Ask whoever runs ${appName}.`
      }
      footer={
        (canSignUp || socialProviders.length > 0) && (
          <>
            New to {appName}? <Link to={paths.signUp(next)}>Create an account</Link>
          </>
        )
      }
    >
      <ProviderButtons
        options={options}
        next={next}
        back={isAnother ? paths.addAccount : paths.signIn(next)}
        isFirst={enabled}
      />
      {enabled && <SignInForm next={next} canReset={canReset} />}
    </AuthFrame>
  );
};

const leadOf = (isExpired: boolean, isAnother: boolean): string => {
  if (isExpired) return 'Your session has ended. Sign in to go on where you were.';
  return isAnother
    ? 'The account you use now stays signed in beside this one.'
    : 'Welcome back. Your sales are waiting.';
};
