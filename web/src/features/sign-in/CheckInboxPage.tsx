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
  const { state } = useLocation();
  const email = textOf(state, 'email');
  const next = textOf(state, 'next') ?? paths.root;
  // A username is no address to send to.
  const canSend = email?.includes('@') ?? false;
  return (
    <AuthFrame
      title="Check your inbox"
      lead={`We have sent a link to ${canSend ? email : 'your e-mail address'}. Follow it to confirm the address, then sign in.`}
      footer={<Link to={paths.signIn(next)}>Back to sign in</Link>}
    >
      {email !== null && canSend && <SendAgain email={email} next={next} />}
    </AuthFrame>
  );
};

/** What the page before handed on; a reload may have lost it. */
const textOf = (state: unknown, key: 'email' | 'next'): string | null => {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = (state as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
};

const SendAgain = ({ email, next }: { email: string; next: string }) => {
  const [send, { isLoading, error }] = useSendVerificationMutation();
  const again = async () => {
    const { error: refused } = await send({ email, next });
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
