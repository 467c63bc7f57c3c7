import { Preferences as PreferencesShape } from '@tessera/proto/api/identity/preferences';
import { chooseLanguage, type Language } from '../../i18n/languages.ts';
import { api, authReply, type Stored } from '../request/base.ts';

type Preferences = Stored<typeof PreferencesShape>;

const preferences = api.injectEndpoints({
  endpoints: (build) => ({
    getPreferences: build.query<Preferences, void>({
      query: () => ({ url: '/auth/preferences' }),
      transformResponse: authReply(PreferencesShape),
    }),
    setPreferences: build.mutation<Preferences, Preferences>({
      query: (body) => ({ url: '/auth/preferences', method: 'POST', body }),
      transformResponse: authReply(PreferencesShape),
    }),
  }),
});

export const { useLazyGetPreferencesQuery } = preferences;

/** Sets the language of the account, and so of all its devices; on this device also when it cannot be saved. */
export const useChooseLanguage = (): ((language: Language) => Promise<void>) => {
  const [save] = preferences.useSetPreferencesMutation();
  return async (language) => {
    await save({ language });
    chooseLanguage(language);
  };
};
