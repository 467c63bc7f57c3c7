import type { ReactNode } from 'react';
import { useListOwnSessionsQuery } from '../../api/account/account.ts';
import { useListDeviceSessionsQuery } from '../../api/account/devices.ts';
import { useListOwnSessionPlacesQuery } from '../../api/account/session-places.ts';
import { isSettled } from '../../ui/pages/is-settled.ts';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { BrowserAccounts } from './BrowserAccounts.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { Sessions } from './Sessions.tsx';

export const SessionsPage = () => (
  <OwnAccount>
    {({ session, user, options }) => (
      <Together>
        <Sessions currentToken={session.token} />
        <BrowserAccounts currentId={user.id} options={options} />
      </Together>
    )}
  </OwnAccount>
);

/** Renders its children once both lists and the places of the sessions have loaded or failed. */
const Together = ({ children }: { children: ReactNode }) => {
  const lists = [useListOwnSessionsQuery(), useListOwnSessionPlacesQuery(), useListDeviceSessionsQuery()];
  return isSettled(...lists) ? children : <LoadingPage />;
};
