import { Button } from '@mantine/core';
import { Link } from 'react-router';
import {
  type InvitationFate,
  type InvitationLink,
  useGetInvitationStateQuery,
} from '../../api/invitations.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/CardPage.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { LoadingPage } from '../../ui/LoadingPage.tsx';

type Props = { link: InvitationLink; isInviterGone?: boolean };

/** An invitation that cannot be answered. Whom it was for is told why. */
export const ClosedInvitation = ({ link, isInviterGone = false }: Props) => {
  const { data, isLoading } = useGetInvitationStateQuery(link, { skip: isInviterGone || link.id === '' });
  if (isLoading)
    return (
      <CardPage title={t('invitations:invitation')} lead={t('ui:oneMoment')}>
        <LoadingPage />
      </CardPage>
    );
  if (data?.isMember) return <Joined fate={data} />;
  const { title, lead } = isInviterGone ? inviterGone() : (data && closings[data.state](data)) || unknown();
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

const inviterGone = () => ({
  title: t('invitations:thisInvitationIsNoLonger'),
  lead: t('invitations:whoSentItHasLeft'),
});

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
