import { Button } from '@mantine/core';
import { Link } from 'react-router';
import {
  type InvitationFate,
  type InvitationLink,
  useGetInvitationStateQuery,
} from '../../api/invitations.ts';
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
      <CardPage title="Invitation" lead="One moment…">
        <LoadingPage />
      </CardPage>
    );
  if (data?.isMember) return <Joined fate={data} />;
  const { title, lead } = isInviterGone ? inviterGone : (data && closings[data.state](data)) || unknown;
  return (
    <CardPage title={title} lead={lead}>
      <Button component={Link} to={paths.root} variant="default" fullWidth>
        Go to your organizations
      </Button>
    </CardPage>
  );
};

const Joined = ({ fate: { organizationName, organizationSlug } }: { fate: InvitationFate }) => (
  <CardPage title="You have already joined" lead={`You are a member of ${organizationName}.`}>
    <Button component={Link} to={paths.overview(organizationSlug)} fullWidth>
      Go to {organizationName}
    </Button>
  </CardPage>
);

const unknown = {
  title: 'This invitation is no longer open',
  lead: 'It was canceled or answered, its organization was deleted, or the link is incomplete. Ask whoever invited you to send a new one.',
};

const inviterGone = {
  title: 'This invitation is no longer open',
  lead: 'Who sent it has left the organization. Ask another member to invite you again.',
};

const closings: Record<
  InvitationFate['state'],
  (fate: InvitationFate) => { title: string; lead: React.ReactNode }
> = {
  open: () => unknown,
  expired: ({ expiresAt, organizationName }) => ({
    title: 'This invitation has expired',
    lead: (
      <>
        It was good until <DateTime value={expiresAt} withTime />. Ask {organizationName} to send a new one.
      </>
    ),
  }),
  canceled: ({ organizationName }) => ({
    title: 'This invitation was canceled',
    lead: `${organizationName} took it back. If a newer mail has come, use the link in that one.`,
  }),
  rejected: ({ organizationName }) => ({
    title: 'You declined this invitation',
    lead: `You did not join ${organizationName}. They can invite you again.`,
  }),
  accepted: ({ organizationName }) => ({
    title: 'You are no longer a member',
    lead: `You joined ${organizationName} with this invitation, and have left it since. To come back you need a new one.`,
  }),
};
