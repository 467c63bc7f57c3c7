import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { onSessionAnnounced } from '../../api/account/session-broadcast.ts';
import { sessionExpired } from '../../api/request/session-expiry.ts';
import { selectHasUnsaved } from '../../api/request/unsaved.ts';
import { paths } from '../../paths.ts';
import { readSession } from '../../sign-in/api.ts';
import { browser } from '../../sign-in/go.ts';

/**
 * Applies a sign-out or change of user in another window to this one: the previous user's data does not stay visible
 * until the next request. Unsaved changes wait behind the sign-in page.
 */
export const useSessionOfOtherWindows = (userId: string | undefined): void => {
  const store = useStore<Parameters<typeof selectHasUnsaved>[0]>();
  useEffect(() => {
    if (userId === undefined) return;
    const look = async () => {
      const { data, error } = await readSession();
      if (error || data?.user.id === userId) return;
      if (selectHasUnsaved(store.getState())) store.dispatch(sessionExpired());
      else if (data) browser.go(paths.root);
      else browser.go(paths.signIn(window.location.pathname + window.location.search));
    };
    return onSessionAnnounced(() => void look());
  }, [store, userId]);
};
