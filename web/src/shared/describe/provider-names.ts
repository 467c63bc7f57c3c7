import type { ProviderId } from '@tessera/proto/api/identity/social';
import { t } from '../../i18n/t.ts';

/** Each provider's name in its own spelling. */
export const providerNames: Record<ProviderId, string> = {
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  microsoft: 'Microsoft',
  google: 'Google',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'X',
  dropbox: 'Dropbox',
  kick: 'Kick',
  linkedin: 'LinkedIn',
  gitlab: 'GitLab',
  tiktok: 'TikTok',
  reddit: 'Reddit',
  roblox: 'Roblox',
  vk: 'VK',
  zoom: 'Zoom',
};

const known = (): Record<string, string> => ({ ...providerNames, credential: t('shared:password') });

/** The name of a sign-in method; `credential` is the password. */
export const providerName = (provider: string): string => known()[provider] ?? provider;
