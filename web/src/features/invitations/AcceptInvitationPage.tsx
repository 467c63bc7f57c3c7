import { Button, Stack } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { type InvitationLink, useGetInvitationQuery } from '../../api/organization/invitations.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { selectIsSessionExpired } from '../../api/request/session-expiry.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { ClosedInvitation } from './ClosedInvitation.tsx';
import { OpenInvitation } from './OpenInvitation.tsx';
import { OtherRecipient } from './OtherRecipient.tsx';
import { UnprovenRecipient } from './UnprovenRecipient.tsx';

/** The target of the link in the invitation mail, for any visitor at any time. */
export const AcceptInvitationPage = () => {
  const [parameters] = useSearchParams();
  const link = { id: parameters.get('id') ?? '', proof: parameters.get('proof') ?? undefined };
  const session = useGetSessionQuery();
  const isExpired = useSelector(selectIsSessionExpired);
  if (session.isLoading) return <Loading />;
  if (session.error && session.data === undefined)
    return <Failed message={asFailure(session.error).message} onRetry={session.refetch} />;
  if (isExpired || !session.data) return <Stranger link={link} />;
  return <Invited key={session.data.user.id} link={link} email={session.data.user.email} />;
};

const Invited = ({ link, email }: { link: InvitationLink; email: string }) => {
  const { data, error, refetch } = useGetInvitationQuery(link.id === '' ? skipToken : link);
  if (link.id === '') return <ClosedInvitation link={link} />;
  const failure = error && asFailure(error);
  // Data of the previous fetch stays valid unless the server refuses the new one.
  if (data && !(failure && isRefusal(failure)))
    return <OpenInvitation invitation={data} proof={link.proof} email={email} />;
  if (!failure) return <Loading />;
  const { status, name, message } = failure;
  if (name.startsWith('EMAIL_VERIFICATION_')) return <UnprovenRecipient link={link} email={email} />;
  if (status === 403) return <OtherRecipient link={link} email={email} />;
  if (status === 400) return <ClosedInvitation link={link} failure={name} />;
  return <Failed message={message} onRetry={refetch} />;
};

const isRefusal = ({ status }: Failure): boolean => status === 400 || status === 403;

/** A visitor without a session is shown nothing about the invitation: the link may have leaked. */
const Stranger = ({ link }: { link: InvitationLink }) => {
  const back = paths.acceptInvitation(link);
  return (
    <CardPage title={t('invitations:youHaveBeenInvited')} lead={t('invitations:someoneWantsToWork')}>
      <Stack gap="sm">
        <Button component={Link} to={paths.signUp(back)} fullWidth>
          {t('invitations:createAnAccount')}
        </Button>
        <Button component={Link} to={paths.signIn(back)} variant="default" fullWidth>
          {t('invitations:signIn')}
        </Button>
      </Stack>
    </CardPage>
  );
};

const Loading = () => (
  <CardPage title={t('invitations:invitation')} lead={t('ui:oneMoment')}>
    <LoadingPage />
  </CardPage>
);

const Failed = ({ message, onRetry }: { message: string; onRetry: () => unknown }) => (
  <CardPage title={t('invitations:invitation')} lead={t('invitations:yourInvitationIsStillThere')}>
    <ErrorState message={message} onRetry={onRetry} />
  </CardPage>
);
