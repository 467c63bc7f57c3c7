import { useListLinkedAccountsQuery } from '../../api/account.ts';
import { useGetSessionQuery } from '../../api/sessions.ts';
import { LoadingPage } from '../../ui/LoadingPage.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Stacked } from '../../ui/Stacked.tsx';
import { BrowserAccounts } from './BrowserAccounts.tsx';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EditProfile } from './EditProfile.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { Sessions } from './Sessions.tsx';

export const AccountPage = () => {
  const { data: session } = useGetSessionQuery();
  const { data: accounts } = useListLinkedAccountsQuery();
  if (!session) return <LoadingPage />;
  const { user } = session;
  // Until the ways to sign in are known, most people have a password.
  const hasPassword = accounts?.items.some(({ provider }) => provider === 'credential') ?? true;
  return (
    <>
      <PageHeader title="Your account" description="Who you are, and how you sign in." />
      <Stacked>
        <EditProfile key={user.id} user={user} />
        <ChangeEmail user={user} />
        <ChangePassword user={user} hasPassword={hasPassword} />
        <Sessions currentToken={session.session.token} />
        <LinkedAccounts />
        <BrowserAccounts currentId={user.id} />
        <DeleteAccount hasPassword={hasPassword} />
      </Stacked>
    </>
  );
};
