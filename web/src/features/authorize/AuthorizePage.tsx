import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type AuthorizationRequest, useAskAuthorizationQuery } from '../../api/authorization.ts';
import { asFailure } from '../../api/failure.ts';
import { onSessionAnnounced } from '../../api/session-broadcast.ts';
import { type AuthUser, useGetSessionQuery } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/CardPage.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingPage } from '../../ui/LoadingPage.tsx';
import { Consent } from './Consent.tsx';
import { Leaving } from './Leaving.tsx';
import { RefusedRequest } from './RefusedRequest.tsx';
import { addressOf, requestOf } from './request.ts';
import { SignInFirst } from './SignInFirst.tsx';

/** Where an app sends somebody whom it wants something of (RFC 6749, section 4.1.1). */
export const AuthorizePage = () => {
  const { search } = useLocation();
  const { data: session, error, isLoading, refetch } = useGetSessionQuery();
  // Who is asked is who would be taken to have allowed it.
  useEffect(() => onSessionAnnounced(() => void refetch()), [refetch]);
  if (isLoading) return <Loading />;
  if (error && session === undefined) return <Failed error={error} onRetry={refetch} />;
  const person = session?.user ?? null;
  return <Asked key={person?.id ?? ''} request={requestOf(search)} person={person} />;
};

/** Each time the answer may be another code: it is asked for once as somebody comes, not again as they look elsewhere. */
const once = { refetchOnMountOrArgChange: true, refetchOnFocus: false, refetchOnReconnect: false };

type Props = { request: AuthorizationRequest; person: AuthUser | null };

const Asked = ({ request, person }: Props) => {
  const { data, error, isFetching, refetch } = useAskAuthorizationQuery(request, once);
  const failure = error && asFailure(error);
  if (failure && !isFetching) {
    // Whom the server knows not to be signed in, though the browser thinks they are, would be sent back from there.
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
