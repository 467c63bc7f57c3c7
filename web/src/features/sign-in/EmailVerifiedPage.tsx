import { Button } from '@mantine/core';
import type { SessionAndUser } from '@tessera/proto/api/identity/session';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useGetPresentSessionQuery } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { AuthFrame } from './AuthFrame.tsx';

const reasons: Record<string, string> = {
  token_expired: 'It is too old.',
  user_not_found: 'The account it belongs to no longer exists.',
  unauthorized: 'Sign in with the account that asked for the change, then follow the link again.',
};

/** Where the links of mails that confirm or change an address lead. */
export const EmailVerifiedPage = () => {
  const next = nextPath(useLocation().search);
  const [parameters] = useSearchParams();
  const { data: session, isLoading } = useGetPresentSessionQuery();
  const error = parameters.get('error');
  if (isLoading) return <AuthFrame title="Your e-mail address" lead="One moment…" footer={null} />;
  return error === null ? (
    <Followed session={session ?? null} next={next} />
  ) : (
    <Refused error={error} isSignedIn={Boolean(session)} next={next} />
  );
};

type Known = { session: SessionAndUser | null; next: string };

/** A changed address is still to be confirmed: the mail that was followed went to the old one. */
const Followed = ({ session, next }: Known) => {
  const isChanged = session !== null && !session.user.emailVerified;
  return (
    <AuthFrame
      title={isChanged ? 'Your address was changed' : 'Thank you'}
      lead={
        isChanged
          ? `Mails to you now go to ${session.user.email}. It is yet to be confirmed: follow the link that we send there, or ask for one in your account.`
          : 'Your e-mail address is confirmed.'
      }
      footer={null}
    >
      <Button component={Link} to={wayOn(session !== null, isChanged ? paths.account : next)} fullWidth>
        {session ? 'Go on' : 'Sign in'}
      </Button>
    </AuthFrame>
  );
};

type RefusedProps = { error: string; isSignedIn: boolean; next: string };

const Refused = ({ error, isSignedIn, next }: RefusedProps) => {
  const reason = reasons[error] ?? 'It is incomplete, or was used before.';
  const isOver = error === 'user_not_found' || error === 'unauthorized';
  const help = isSignedIn ? 'You can ask for a new one in your account.' : 'Sign in to ask for a new one.';
  return (
    <AuthFrame
      title="This link does not work"
      lead={isOver ? reason : `${reason} ${help}`}
      footer={<Link to={paths.forgotPassword}>Forgot your password?</Link>}
    >
      <Button component={Link} to={wayOn(isSignedIn, isOver ? next : paths.account)} fullWidth>
        {isSignedIn && !isOver ? 'Go to your account' : isSignedIn ? 'Go on' : 'Sign in'}
      </Button>
    </AuthFrame>
  );
};

const wayOn = (isSignedIn: boolean, path: string): string => (isSignedIn ? path : paths.signIn(path));
