import {
  IconBrandAppleFilled,
  IconBrandDiscordFilled,
  IconBrandDropbox,
  IconBrandFacebookFilled,
  IconBrandGithubFilled,
  IconBrandGitlab,
  IconBrandGoogleFilled,
  IconBrandKickFilled,
  IconBrandLinkedinFilled,
  IconBrandReddit,
  IconBrandSpotifyFilled,
  IconBrandTiktokFilled,
  IconBrandTwitch,
  IconBrandVk,
  IconBrandWindowsFilled,
  IconBrandX,
  IconBrandZoom,
  IconKey,
  IconLink,
} from '@tabler/icons-react';
import type { ProviderId } from '@tessera/proto/api/identity/social';
import type { ComponentType } from 'react';

type Mark = ComponentType<{ size: number; 'aria-hidden': true }>;

/** The tilted tile with its hole; the icon set has none. */
const RobloxMark: Mark = ({ size }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
    <path
      fillRule="evenodd"
      d="M6.1 1.9 22.1 6.2 17.9 22.1 1.9 17.9ZM10.4 9.2 9.2 13.6 13.6 14.8 14.8 10.4Z"
    />
  </svg>
);

const known: Record<ProviderId, Mark> = {
  apple: IconBrandAppleFilled,
  discord: IconBrandDiscordFilled,
  facebook: IconBrandFacebookFilled,
  github: IconBrandGithubFilled,
  microsoft: IconBrandWindowsFilled,
  google: IconBrandGoogleFilled,
  spotify: IconBrandSpotifyFilled,
  twitch: IconBrandTwitch,
  twitter: IconBrandX,
  dropbox: IconBrandDropbox,
  kick: IconBrandKickFilled,
  linkedin: IconBrandLinkedinFilled,
  gitlab: IconBrandGitlab,
  tiktok: IconBrandTiktokFilled,
  reddit: IconBrandReddit,
  roblox: RobloxMark,
  vk: IconBrandVk,
  zoom: IconBrandZoom,
};

const marks: Partial<Record<string, Mark>> = { ...known };

type Props = { provider: string; size?: number };

/** A provider's logo in the colour of the text. Decorative: the name stands beside it. */
export const ProviderMark = ({ provider, size = 18 }: Props) => {
  const Icon = marks[provider] ?? (provider === 'credential' ? IconKey : IconLink);
  return <Icon size={size} aria-hidden />;
};
