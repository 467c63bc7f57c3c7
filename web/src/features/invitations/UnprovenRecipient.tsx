import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { asFailure } from '../../api/failure.ts';
import type { InvitationLink } from '../../api/invitations.ts';
import { useSendVerificationMutation } from '../../api/passwords.ts';
import { usePublicOptions } from '../../api/public-options.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/CardPage.tsx';
import { FormError } from '../../ui/FormError.tsx';

type Props = { link: InvitationLink; email: string };

/** The right address, but nobody has shown that it is theirs: the link was copied, or shortened on its way. */
export const UnprovenRecipient = ({ link, email }: Props) => {
  const { options } = usePublicOptions();
  const [send, { isLoading, isSuccess, error }] = useSendVerificationMutation();
  const canSend = options?.emailVerification.canSend === true;
  const { title, lead } = isSuccess ? sentTo(email) : words(email, canSend);
  return (
    <CardPage title={title} lead={lead}>
      <Stack gap="sm">
        <FormError message={error && asFailure(error).message} />
        {canSend && !isSuccess && (
          <Button
            onClick={() => void send({ email, next: paths.acceptInvitation(link) })}
            loading={isLoading}
            fullWidth
          >
            Send a link to confirm it
          </Button>
        )}
        <Button component={Link} to={paths.root} variant="default" fullWidth>
          Go to your organizations
        </Button>
      </Stack>
    </CardPage>
  );
};

const sentTo = (email: string) => ({
  title: 'Check your inbox',
  lead: `We have sent a link to ${email}. Follow it to confirm the address, and you come back to the invitation.`,
});

const words = (email: string, canSend: boolean) => ({
  title: 'Confirm your address first',
  lead: `You are signed in as ${email}, but nobody has confirmed this address yet. Open the link in the mail that invited you${canSend ? ', or confirm the address.' : '.'}`,
});
