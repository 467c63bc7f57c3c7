import { useEffect } from 'react';
import { useLazyGetPreferencesQuery } from '../../api/account/preferences.ts';
import type { SessionAndUser } from '../../api/account/sessions.ts';
import { followLanguage } from '../../i18n/languages.ts';
import { currentLanguage } from '../../i18n/start.ts';

/** Switches to the account's language, set on any device; checked once, while there is no input to lose. */
export const useAccountLanguage = (session: SessionAndUser | null | undefined): void => {
  const [read] = useLazyGetPreferencesQuery();
  const isOwn = session?.session.impersonatedBy === null;
  const userId = isOwn ? session.user.id : null;
  useEffect(() => {
    if (userId === null) return;
    void read().then(({ data }) => {
      if (data?.language && data.language !== currentLanguage()) followLanguage(data.language);
    });
  }, [read, userId]);
};
