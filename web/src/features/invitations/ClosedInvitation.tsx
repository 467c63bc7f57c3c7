import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useFindAcceptedQuery } from '../../api/invitations.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/CardPage.tsx';

type Props = { id: string; isInviterGone?: boolean };

/** An invitation that cannot be answered: the server tells nobody why, except who has joined by it. */
export const ClosedInvitation = ({ id, isInviterGone = false }: Props) => {
  const { data: joined } = useFindAcceptedQuery(id, { skip: isInviterGone || id === '' });
  if (joined)
    return (
      <CardPage title="You have already joined" lead={`You are a member of ${joined.name}.`}>
        <Button component={Link} to={paths.overview(joined.slug)} fullWidth>
          Go to {joined.name}
        </Button>
      </CardPage>
    );
  return (
    <CardPage
      title="This invitation is no longer open"
      lead={
        isInviterGone
          ? 'Who sent it has left the organization. Ask another member to invite you again.'
          : 'It has expired, was canceled or answered, or the link is incomplete. Ask whoever invited you to send a new one.'
      }
    >
      <Button component={Link} to={paths.root} variant="default" fullWidth>
        Go to your organizations
      </Button>
    </CardPage>
  );
};
