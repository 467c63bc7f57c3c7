import { BrowserAccounts } from './BrowserAccounts.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { Sessions } from './Sessions.tsx';

export const SessionsPage = () => (
  <OwnAccount>
    {({ session, user, options }) => (
      <>
        <Sessions currentToken={session.token} />
        <BrowserAccounts currentId={user.id} options={options} />
      </>
    )}
  </OwnAccount>
);
