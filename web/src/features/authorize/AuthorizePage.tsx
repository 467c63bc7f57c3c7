import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type AuthorizationRequest, useAskAuthorizationQuery } from '../../api/account/authorization.ts';
import { onSessionAnnounced } from '../../api/account/session-broadcast.ts';
import { type AuthUser, useGetSessionQuery } from '../../api/account/sessions.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { Consent } from './Consent.tsx';
import { Leaving } from './Leaving.tsx';
import { RefusedRequest } from './RefusedRequest.tsx';
import { addressOf, requestOf } from './request.ts';
import { SignInFirst } from './SignInFirst.tsx';

/** The authorization endpoint's page, to which an app redirects the user (RFC 6749, section 4.1.1). */
export const AuthorizePage = () => {
  const { search } = useLocation();
  const { data: session, error, isLoading, refetch } = useGetSessionQuery();
  // The user shown must be the user whose consent is recorded: refetches when the session changes in another tab.
  useEffect(() => onSessionAnnounced(() => void refetch()), [refetch]);
  if (isLoading) return <Loading />;
  if (error && session === undefined) return <Failed error={error} onRetry={refetch} />;
  const person = session?.user ?? null;
  return <Asked key={person?.id ?? ''} request={requestOf(search)} person={person} />;
};

/** Each request may issue another code: fetched once on arrival, and not again on focus or reconnect. */
const once = { refetchOnMountOrArgChange: true, refetchOnFocus: false, refetchOnReconnect: false };

type Props = { request: AuthorizationRequest; person: AuthUser | null };

const Asked = ({ request, person }: Props) => {
  const { data, error, isFetching, refetch } = useAskAuthorizationQuery(request, once);
  const failure = error && asFailure(error);
  if (failure && !isFetching) {
    // When the browser assumes a session that the server denies, the sign-in page would redirect back to here.
    if (failure.status === 401 && person) return <SignInFirst request={request} />;
    if (failure.status === 401) return <Navigate to={paths.signIn(addressOf(request))} replace />;
    if (failure.status === 400 || failure.status === 422) return <RefusedRequest failure={failure} />;
    return <Failed error={error} onRetry={refetch} />;
  }
  if (!data) return <Loading />;
  if (data.location !== null) return <Leaving location={data.location} host={data.redirectHost} />;
  const { signInAsked } = data;
  const marked = signInAsked === null ? request : { ...request, signInAsked };
  if (!person) return <Navigate to={paths.signIn(addressOf(marked))} replace />;
  if (!data.ask) return <SignInFirst request={marked} />;
  return (
    <Consent
      request={request}
      ask={data.ask}
      host={data.redirectHost}
      person={person}
      onLookAgain={refetch}
    />
  );
};

const Loading = () => (
  <CardPage title={t('authorize:anAppAsks')} lead={t('ui:oneMoment')}>
    <LoadingPage />
  </CardPage>
);

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <CardPage title={t('authorize:anAppAsks')} lead={t('authorize:nothingWasAllowedYet')}>
    <ErrorState message={asFailure(error).message} onRetry={onRetry} />
  </CardPage>
);
