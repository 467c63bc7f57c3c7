/** Discord; users without an avatar of their own get a default one. */
import { firstText } from './json.ts';
import type { Json, ProviderRow } from './provider.ts';
import { fixed } from './standard.ts';

export const discord: ProviderRow = {
  endpoints: fixed({
    authorization: 'https://discord.com/api/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    userInfo: 'https://discord.com/api/users/@me',
  }),
  scopes: ['identify', 'email'],
  authorize: ({ options, scopes, redirectUri, state }) => [
    ['scope', scopes.join(' ')],
    ['response_type', 'code'],
    ['client_id', options.clientId],
    ['redirect_uri', redirectUri],
    ['state', state],
    ['prompt', options.prompt ?? 'none'],
    ['response_mode', options.responseMode],
  ],
  mapping: {
    id: 'id',
    name: ['global_name', 'username'],
    email: ['email'],
    image: [],
    emailVerified: 'verified',
  },
  adjust: (profile, json) => ({ ...profile, image: pictureOf(profile.id, json) }),
};

const pictureOf = (id: string, json: Json): string => {
  const avatar = firstText(json, ['avatar']);
  if (avatar === null) return `https://cdn.discordapp.com/embed/avatars/${defaultPicture(id, json)}.png`;
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
};

const defaultPicture = (id: string, json: Json): number => {
  const discriminator = firstText(json, ['discriminator']) ?? '0';
  if (discriminator === '0') return /^\d+$/.test(id) ? Number((BigInt(id) >> 22n) % 6n) : 0;
  return (Number.parseInt(discriminator, 10) || 0) % 5;
};
