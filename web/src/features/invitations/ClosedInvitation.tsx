import { Button } from '@mantine/core';
import { Link } from 'react-router';
import {
  type InvitationFate,
  type InvitationLink,
  useGetInvitationStateQuery,
} from '../../api/organization/invitations.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';

/** `failure`: the server's error code. */
type Props = { link: InvitationLink; failure?: string };

/** An invitation that cannot be answered. The recipient is told why. */
export const ClosedInvitation = ({ link, failure = '' }: Props) => {
  const reason = inviterReasons[failure];
  const { data, isLoading } = useGetInvitationStateQuery(link, { skip: !!reason || link.id === '' });
  if (isLoading)
    return (
      <CardPage title={t('invitations:invitation')} lead={t('ui:oneMoment')}>
        <LoadingPage />
      </CardPage>
    );
  if (data?.isMember) return <Joined fate={data} />;
  const { title, lead } = reason?.() ?? (data && closings[data.state](data)) ?? unknown();
  return (
    <CardPage title={title} lead={lead}>
      <Button component={Link} to={paths.root} variant="default" fullWidth>
        {t('invitations:goToYourOrganizations')}
      </Button>
    </CardPage>
  );
};

const Joined = ({ fate: { organizationName, organizationSlug } }: { fate: InvitationFate }) => (
  <CardPage
    title={t('invitations:youHaveAlreadyJoined')}
    lead={t('invitations:youAreAMemberOf', { organizationName })}
  >
    <Button component={Link} to={paths.overview(organizationSlug)} fullWidth>
      {t('invitations:goTo', { organizationName })}
    </Button>
  </CardPage>
);

const unknown = () => ({
  title: t('invitations:thisInvitationIsNoLonger'),
  lead: t('invitations:itWasCanceledOrAnswered'),
});

/** Texts for invitations that are invalid because of the inviter. */
const inviterReasons: Record<string, () => { title: string; lead: string }> = {
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: () => ({
    title: t('invitations:thisInvitationIsNoLonger'),
    lead: t('invitations:whoSentItHasLeft'),
  }),
  INVITER_MAY_NO_LONGER_INVITE_WITH_THIS_ROLE: () => ({
    title: t('invitations:thisInvitationIsNoLonger'),
    lead: t('invitations:whoSentItMayNoLonger'),
  }),
};

const closings: Record<
  InvitationFate['state'],
  (fate: InvitationFate) => { title: string; lead: React.ReactNode }
> = {
  open: () => unknown(),
  expired: ({ expiresAt, organizationName }) => ({
    title: t('invitations:thisInvitationHasExpired'),
    lead: (
      <Trans
        i18nKey="invitations:wasGoodUntil"
        values={{ organizationName }}
        components={{ moment: <DateTime value={expiresAt} withTime /> }}
      />
    ),
  }),
  canceled: ({ organizationName }) => ({
    title: t('invitations:thisInvitationWasCanceled'),
    lead: t('invitations:tookItBack', { organizationName }),
  }),
  rejected: ({ organizationName }) => ({
    title: t('invitations:youDeclinedThisInvitation'),
    lead: t('invitations:youDidNotJoin', { organizationName }),
  }),
  accepted: ({ organizationName }) => ({
    title: t('invitations:youAreNoLonger'),
    lead: t('invitations:youJoinedWithThisInvitation', { organizationName }),
  }),
};
