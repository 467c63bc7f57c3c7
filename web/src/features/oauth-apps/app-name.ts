import { t } from '../../i18n/t.ts';

/** The name of an app. Untrusted text: bidi isolates confine its direction marks to it. */
export const appName = (client: { clientName: string | null }): string =>
  `\u2068${client.clientName?.trim() || t('oauth-apps:appWithoutName')}\u2069`;
