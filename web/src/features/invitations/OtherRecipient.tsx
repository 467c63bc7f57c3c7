import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { beginAnew } from '../../api/account/devices.ts';
import { useSignOutMutation } from '../../api/account/sessions.ts';
import type { InvitationLink } from '../../api/organization/invitations.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';

/** The link was opened by a user who is not the recipient, or not under this address. */
export const OtherRecipient = ({ link, email }: { link: InvitationLink; email: string }) => {
  const { change, isLoading } = useChangePerson(link);
  return (
    <CardPage
      title={t('invitations:thisInvitationIsForSomeone')}
      lead={t('invitations:youAreSigned', { email })}
    >
      <Stack gap="sm">
        <Button onClick={() => void change()} loading={isLoading} fullWidth>
          {t('invitations:signInAsSomeoneElse')}
        </Button>
        <Button component={Link} to={paths.root} variant="default" fullWidth>
          {t('invitations:goToYourOrganizations')}
        </Button>
      </Stack>
    </CardPage>
  );
};

/** Signs out. The full page load clears the previous user's data; the next user returns to the invitation. */
const useChangePerson = (link: InvitationLink) => {
  const [signOut, { isLoading }] = useSignOutMutation();
  const change = async () => {
    await signOut();
    beginAnew(paths.signIn(paths.acceptInvitation(link)));
  };
  return { change, isLoading };
};
