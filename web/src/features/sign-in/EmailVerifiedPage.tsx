import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useGetSessionQuery } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { AuthFrame } from './AuthFrame.tsx';

const reasons: Record<string, string> = {
  token_expired: 'It is too old. Sign in, and we send you a new one.',
  user_not_found: 'The account it belongs to no longer exists.',
  unauthorized: 'Sign in with the account that asked for the change, then follow the link again.',
};

/** Where the link of a mail that confirms an address leads. */
export const EmailVerifiedPage = () => {
  const { search } = useLocation();
  const next = nextPath(search);
  const { data: session } = useGetSessionQuery();
  const error = new URLSearchParams(search).get('error');
  return (
    <AuthFrame
      title={error === null ? 'Thank you' : 'This link does not work'}
      lead={
        error === null
          ? 'Your e-mail address is confirmed.'
          : (reasons[error] ?? 'It is incomplete or was used before. Sign in, and we send you a new one.')
      }
      footer={<Link to={paths.forgotPassword}>Forgot your password?</Link>}
    >
      <Button component={Link} to={session ? next : paths.signIn(next)} fullWidth>
        {session ? 'Go on' : 'Sign in'}
      </Button>
    </AuthFrame>
  );
};
