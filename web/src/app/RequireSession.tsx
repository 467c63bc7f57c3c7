import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { asFailure } from '../api/failure.ts';
import { selectIsSessionExpired } from '../api/session-expiry.ts';
import { useGetSessionQuery } from '../api/sessions.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ImpersonationBanner } from './ImpersonationBanner.tsx';
import { Splash } from './Splash.tsx';

/** Lets only signed-in people in; the others sign in first and come back to where they were going. */
export const RequireSession = () => {
  const { data: session, error, isLoading, refetch } = useGetSessionQuery();
  const isExpired = useSelector(selectIsSessionExpired);
  const { pathname, search } = useLocation();
  if (isLoading) return <Splash />;
  // A hiccup while looking again does not take the page away.
  if (error && session === undefined)
    return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (isExpired || !session) return <Navigate to={paths.signIn(pathname + search)} replace />;
  return (
    <>
      {session.session.impersonatedBy !== null && <ImpersonationBanner name={session.user.name} />}
      <Outlet />
    </>
  );
};
