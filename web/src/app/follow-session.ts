import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { onSessionAnnounced } from '../api/session-broadcast.ts';
import { sessionExpired } from '../api/session-expiry.ts';
import { selectHasUnsaved } from '../api/unsaved.ts';
import { paths } from '../paths.ts';
import { readSession } from '../sign-in/api.ts';
import { browser } from '../sign-in/go.ts';

/**
 * Whoever signs out, or becomes somebody else, in another window of this browser has done so here too: nothing of the person before
 * stays in sight until the next request. What was typed and not saved waits for them behind the page of signing in.
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
