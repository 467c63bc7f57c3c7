import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { asFailure } from '../../api/request/failure.ts';
import { selectIsSessionExpired } from '../../api/request/session-expiry.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { useGradually } from '../../ui/pages/gradually.ts';
import { Splash } from '../pages/Splash.tsx';
import { useAccountLanguage } from './follow-language.ts';
import { useSessionOfOtherWindows } from './follow-session.ts';
import { OverPage, useLastFocused } from './OverPage.tsx';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('../frames/ImpersonationBanner.tsx')).ImpersonationBanner,
}));
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }));

/**
 * Admits signed-in users only; others sign in first and return to the address that they wanted. When the session ends
 * during work the user signs in on the spot: unsaved changes and open dialogs stay, covered until then.
 */
export const RequireSession = () => {
  const { data: session, error, isLoading, refetch } = useGetSessionQuery();
  useAccountLanguage(session);
  const isExpired = useSelector(selectIsSessionExpired);
  const { pathname, search } = useLocation();
  const [known, setKnown] = useState(session);
  if (session && session !== known) setKnown(session);
  const present = session ?? known;
  const lastFocused = useLastFocused();
  useSessionOfOtherWindows(present?.user.id);
  const isDrawn = useGradually(!!present);
  if ((isLoading && !present) || (present && !isDrawn)) return <Splash />;
  // A failed refetch does not remove the page.
  if (error && !present) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!present) return <Navigate to={paths.signIn(pathname + search)} replace />;
  const hasEnded = isExpired || session === null;
  return (
    <>
      {hasEnded && (
        <OverPage label={t('app:signIn')} lastFocused={lastFocused}>
          <Suspense fallback={<Splash />}>
            <SignInAgain
              user={present.user}
              isImpersonated={present.session.impersonatedBy !== null}
              here={pathname + search}
            />
          </Suspense>
        </OverPage>
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
