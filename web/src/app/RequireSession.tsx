import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { asFailure } from '../api/failure.ts';
import { selectIsSessionExpired } from '../api/session-expiry.ts';
import { useGetSessionQuery } from '../api/sessions.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useGradually } from '../ui/gradually.ts';
import { useAccountLanguage } from './follow-language.ts';
import { useSessionOfOtherWindows } from './follow-session.ts';
import { Splash } from './Splash.tsx';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('./ImpersonationBanner.tsx')).ImpersonationBanner,
}));
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }));

/**
 * Lets only signed-in people in; the others sign in first and come back to where they were going. Whose session ends in
 * the middle of work signs in on the spot: what was typed stays where it is, out of sight until then.
 */
export const RequireSession = () => {
  const { data: session, error, isLoading, refetch } = useGetSessionQuery();
  useAccountLanguage(session);
  const isExpired = useSelector(selectIsSessionExpired);
  const { pathname, search } = useLocation();
  const [known, setKnown] = useState(session);
  if (session && session !== known) setKnown(session);
  const present = session ?? known;
  useSessionOfOtherWindows(present?.user.id);
  const isDrawn = useGradually(!!present);
  if ((isLoading && !present) || (present && !isDrawn)) return <Splash />;
  // A hiccup while looking again does not take the page away.
  if (error && !present) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!present) return <Navigate to={paths.signIn(pathname + search)} replace />;
  const hasEnded = isExpired || session === null;
  return (
    <>
      {hasEnded && (
        <Suspense fallback={<Splash />}>
          <SignInAgain user={present.user} next={pathname + search} />
        </Suspense>
      )}
      <div style={{ display: hasEnded ? 'none' : 'contents' }}>
        {present.session.impersonatedBy !== null && (
          <Suspense fallback={null}>
            <ImpersonationBanner name={present.user.name} />
          </Suspense>
        )}
        <Outlet />
      </div>
    </>
  );
};
