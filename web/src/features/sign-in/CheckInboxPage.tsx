import { Button, Stack } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { asFailure } from '../../api/failure.ts';
import { useSendVerificationMutation } from '../../api/passwords.ts';
import { paths } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { AuthFrame } from './AuthFrame.tsx';

/** After signing up, or signing in, with an address that has yet to be confirmed. */
export const CheckInboxPage = () => {
  const email = emailOf(useLocation().state);
  return (
    <AuthFrame
      title="Check your inbox"
      lead={`We have sent a link to ${email ?? 'your e-mail address'}. Follow it to confirm the address, then sign in.`}
      footer={<Link to={paths.signIn()}>Back to sign in</Link>}
    >
      {email !== null && <SendAgain email={email} />}
    </AuthFrame>
  );
};

/** What the page before handed on; a username is no address to send to, and a reload may have lost it. */
const emailOf = (state: unknown): string | null => {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null;
  const { email } = state;
  return typeof email === 'string' && email.includes('@') ? email : null;
};

const SendAgain = ({ email }: { email: string }) => {
  const [send, { isLoading, error }] = useSendVerificationMutation();
  const again = async () => {
    const { error: refused } = await send(email);
    if (!refused) notifyDone('The link was sent again.');
  };
  return (
    <Stack gap="md">
      <FormError message={error && asFailure(error).message} />
      <Button variant="default" fullWidth loading={isLoading} onClick={() => void again()}>
        Send it again
      </Button>
    </Stack>
  );
};
