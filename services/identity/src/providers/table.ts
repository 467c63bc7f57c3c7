/** All providers, in the order of contracts/auth.md section 14. Irregular ones have files of their own. */
import type { ProviderId } from '@tessera/proto/api/identity/social';
import { apple } from './apple.ts';
import { discord } from './discord.ts';
import { facebook } from './facebook.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { bearer, fetchJson } from './http.ts';
import { microsoft } from './microsoft.ts';
import type { ProviderRow } from './provider.ts';
import { fixed, openIdMapping } from './standard.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';

/** The claims that Twitch is asked to put into its id token; the address is always included, as sign-up needs it. */
const twitchClaims = (claims = ['preferred_username', 'picture']): string =>
  JSON.stringify({
    id_token: Object.fromEntries(['email', 'email_verified', ...claims].map((claim) => [claim, null])),
  });

export const providerTable: Record<ProviderId, ProviderRow> = {
  apple,
  discord,
  facebook,
  github,
  microsoft,
  google,
  spotify: {
    endpoints: fixed({
      authorization: 'https://accounts.spotify.com/authorize',
      token: 'https://accounts.spotify.com/api/token',
      userInfo: 'https://api.spotify.com/v1/me',
    }),
    scopes: ['user-read-email'],
    pkce: 'challenge',
    mapping: {
      id: 'id',
      name: ['display_name'],
      email: ['email'],
      image: ['images.0.url'],
      emailVerified: false,
    },
  },
  twitch: {
    endpoints: fixed({
      authorization: 'https://id.twitch.tv/oauth2/authorize',
      token: 'https://id.twitch.tv/oauth2/token',
    }),
    scopes: ['user:read:email', 'openid'],
    extra: ({ claims }) => [['claims', twitchClaims(claims)]],
    mapping: { ...openIdMapping, name: ['preferred_username'], emailVerified: false },
  },
  twitter,
  dropbox: {
    endpoints: fixed({
      authorization: 'https://www.dropbox.com/oauth2/authorize',
      token: 'https://api.dropboxapi.com/oauth2/token',
      refresh: 'https://api.dropbox.com/oauth2/token',
      userInfo: 'https://api.dropboxapi.com/2/users/get_current_account',
    }),
    scopes: ['account_info.read'],
    pkce: 'challenge',
    fetchProfile: ({ endpoints, tokens }) =>
      fetchJson(endpoints.userInfo ?? '', { method: 'POST', headers: bearer(tokens) }),
    mapping: {
      id: 'account_id',
      name: ['name.display_name'],
      email: ['email'],
      image: ['profile_photo_url'],
      emailVerified: 'email_verified',
    },
  },
  kick: {
    endpoints: fixed({
      authorization: 'https://id.kick.com/oauth/authorize',
      token: 'https://id.kick.com/oauth/token',
      refresh: null,
      userInfo: 'https://api.kick.com/public/v1/users',
    }),
    scopes: ['user:read'],
    pkce: 'challenge',
    mapping: {
      id: 'data.0.user_id',
      name: ['data.0.name'],
      email: ['data.0.email'],
      image: ['data.0.profile_picture'],
      emailVerified: true,
    },
  },
  linkedin: {
    endpoints: fixed({
      authorization: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      userInfo: 'https://api.linkedin.com/v2/userinfo',
    }),
    scopes: ['profile', 'email', 'openid'],
    passesHint: true,
    mapping: openIdMapping,
  },
  gitlab: {
    endpoints: ({ issuer = 'https://gitlab.com' }) => ({
      authorization: `${issuer}/oauth/authorize`,
      token: `${issuer}/oauth/token`,
      refresh: `${issuer}/oauth/token`,
      userInfo: `${issuer}/api/v4/user`,
    }),
    scopes: ['read_user'],
    pkce: 'challenge',
    passesHint: true,
    mapping: {
      id: 'id',
      name: ['name', 'username'],
      email: ['email'],
      image: ['avatar_url'],
      emailVerified: true,
    },
    adjust: (profile, { state, locked }) => (state === 'active' && !locked ? profile : null),
  },
  tiktok,
  reddit: {
    endpoints: fixed({
      authorization: 'https://www.reddit.com/api/v1/authorize',
      token: 'https://www.reddit.com/api/v1/access_token',
      userInfo: 'https://oauth.reddit.com/api/v1/me',
    }),
    scopes: ['identity'],
    clientAuthentication: 'basic',
    accept: 'text/plain',
    fetchProfile: ({ endpoints, tokens }) =>
      fetchJson(endpoints.userInfo ?? '', { headers: { ...bearer(tokens), 'user-agent': 'better-auth' } }),
    hasNoAddresses: true,
    mapping: {
      id: 'id',
      name: ['name'],
      email: [],
      image: ['icon_img'],
      emailVerified: 'has_verified_email',
    },
    // The query string is a signature that expires.
    adjust: (profile) => ({ ...profile, image: profile.image?.split('?')[0] ?? null }),
  },
  roblox: {
    endpoints: fixed({
      authorization: 'https://apis.roblox.com/oauth/v1/authorize',
      token: 'https://apis.roblox.com/oauth/v1/token',
      userInfo: 'https://apis.roblox.com/oauth/v1/userinfo',
    }),
    scopes: ['openid', 'profile'],
    authorize: ({ options, scopes, redirectUri, state }) => [
      ['scope', scopes.join(' ')],
      ['response_type', 'code'],
      ['client_id', options.clientId],
      ['redirect_uri', redirectUri],
      ['state', state],
      ['prompt', options.prompt ?? 'select_account consent'],
      ['response_mode', options.responseMode],
    ],
    hasNoAddresses: true,
    mapping: {
      id: 'sub',
      name: ['nickname', 'preferred_username'],
      email: [],
      image: ['picture'],
      emailVerified: true,
    },
  },
  vk: {
    endpoints: fixed({
      authorization: 'https://id.vk.com/authorize',
      token: 'https://id.vk.com/oauth2/auth',
      userInfo: 'https://id.vk.com/oauth2/user_info',
    }),
    scopes: ['email', 'phone'],
    pkce: 'challenge',
    extra: ({ scheme }) => [['scheme', scheme]],
    fetchProfile: ({ options, endpoints, tokens }) =>
      fetchJson(endpoints.userInfo ?? '', {
        method: 'POST',
        form: [
          ['access_token', tokens.accessToken ?? ''],
          ['client_id', options.clientId ?? ''],
        ],
      }),
    mapping: {
      id: 'user.user_id',
      name: [],
      email: ['user.email'],
      image: ['user.avatar'],
      emailVerified: true,
    },
    // Contract: no address, no profile.
    adjust: (profile) => (profile.email === null ? null : profile),
  },
  zoom: {
    endpoints: fixed({
      authorization: 'https://zoom.us/oauth/authorize',
      token: 'https://zoom.us/oauth/token',
      refresh: null,
      userInfo: 'https://api.zoom.us/v2/users/me',
    }),
    // Zoom takes no scopes in the request: they are configured at Zoom.
    scopes: [],
    pkce: 'challenge',
    authorize: ({ options, redirectUri, state, challenge }) => [
      ['response_type', 'code'],
      ['redirect_uri', redirectUri],
      ['client_id', options.clientId],
      ['state', state],
      ['code_challenge_method', challenge && 'S256'],
      ['code_challenge', challenge],
      ['prompt', options.prompt],
      ['response_mode', options.responseMode],
    ],
    mapping: {
      id: 'id',
      name: ['display_name'],
      email: ['email'],
      image: ['pic_url'],
      emailVerified: 'verified',
    },
  },
};
