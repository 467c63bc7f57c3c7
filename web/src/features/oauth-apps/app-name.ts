import { t } from '../../i18n/t.ts';

/** What an app calls itself. A stranger's text: its marks of direction end with it. */
export const appName = (client: { clientName: string | null }): string =>
  `\u2068${client.clientName?.trim() || t('oauth-apps:appWithoutName')}\u2069`;
