import { Button } from '@mantine/core';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, useLocation, useSearchParams } from 'react-router';
import { type SessionAndUser, useGetPresentSessionQuery } from '../../api/sessions.ts';
import { nextPath, paths } from '../../paths.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';

type Known = { session: SessionAndUser | null; next: string; canSend: boolean };

/** Where the links of mails that confirm or change an address lead. */
export const EmailVerifiedPage = () => {
  const { data: session = null, isLoading } = useGetPresentSessionQuery();
  if (isLoading) return <AuthFrame title="Your e-mail address" lead="One moment…" footer={null} />;
  return (
    <Configured title="Your e-mail address">
      {(options) => <Page session={session} options={options} />}
    </Configured>
  );
};

const Page = ({ session, options }: { session: SessionAndUser | null; options: PublicOptions }) => {
  const next = nextPath(useLocation().search);
  const [parameters] = useSearchParams();
  const error = parameters.get('error');
  const known = { session, next, canSend: options.emailVerification.canSend };
  if (error !== null) return <Refused {...known} error={error} />;
  // Of a change, the first of two mails went to the old address: the new one has yet to be confirmed.
  if (parameters.has('changed') && session && !session.user.emailVerified)
    return <Changed email={session.user.email} canSend={known.canSend} />;
  return (
    <AuthFrame title="Thank you" lead="Your e-mail address is confirmed." footer={null}>
      <Button component={Link} to={session ? next : paths.signIn(next)} fullWidth>
        {session ? 'Go on' : 'Sign in'}
      </Button>
    </AuthFrame>
  );
};

const Changed = ({ email, canSend }: { email: string; canSend: boolean }) => (
  <AuthFrame
    title="Your address was changed"
    lead={`Mails to you now go to ${email}.${canSend ? ' To confirm it, follow the link that we have sent there.' : ''}`}
    footer={null}
  >
    <Button component={Link} to={paths.account} fullWidth>
      Go to your account
    </Button>
  </AuthFrame>
);

const reasons: Record<string, string> = {
  token_expired: 'It is too old.',
  user_not_found: 'The account it belongs to no longer exists.',
  unauthorized: 'Sign in with the account that asked for the change, then follow the link again.',
};

const Refused = ({ session, next, canSend, error }: Known & { error: string }) => {
  const reason = reasons[error] ?? 'It is incomplete, or was used before.';
  // Another link would help with the others, not with these.
  const canHelp = canSend && error !== 'user_not_found' && error !== 'unauthorized';
  const help = session ? 'You can ask for a new one in your account.' : 'Sign in to ask for a new one.';
  const target = canHelp ? paths.account : next;
  const label = canHelp ? 'Go to your account' : 'Go on';
  return (
    <AuthFrame
      title="This link does not work"
      lead={canHelp ? `${reason} ${help}` : reason}
      footer={session ? null : <Link to={paths.forgotPassword}>Forgot your password?</Link>}
    >
      <Button component={Link} to={session ? target : paths.signIn(target)} fullWidth>
        {session ? label : 'Sign in'}
      </Button>
    </AuthFrame>
  );
};
