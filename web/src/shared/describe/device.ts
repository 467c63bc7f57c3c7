import { readUserAgent } from '@tessera/proto/api/identity/user-agent';
import { t } from '../../i18n/t.ts';

/** A device's display name from its user agent: "Firefox on Windows". */
export const describeDevice = (userAgent: string | null): string => {
  if (!userAgent) return t('shared:unknownDevice');
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return t('shared:on', { browser, system });
  return browser ?? system ?? userAgent.slice(0, 40);
};
