/** The first half of the provider table. */
import { ada, C, openId, openIdProfile, type ProviderCase, R, start, verifier } from './provider-case.ts';
import { moreProviderCases } from './provider-cases-more.ts';

export const providerCases: ProviderCase[] = [
  {
    id: 'apple',
    own: [
      'https://appleid.apple.com/auth/authorize',
      'https://appleid.apple.com/auth/token',
      'https://appleid.apple.com/auth/token',
    ],
    authorize: `${start}&scope=email+name&${R}&response_mode=form_post`,
    exchange: { fields: [verifier] },
    claims: openId,
    profile: { ...openIdProfile, name: 'Ada Lovelace', image: null, emailVerified: false },
  },
  {
    id: 'discord',
    own: [
      'https://discord.com/api/oauth2/authorize',
      'https://discord.com/api/oauth2/token',
      'https://discord.com/api/oauth2/token',
      'https://discord.com/api/users/@me',
    ],
    authorize: `scope=identify+email&response_type=code&client_id=the-id&${R}&state=the-state&prompt=none`,
    replies: {
      '/me': {
        id: '80351110224678912',
        username: 'ada',
        global_name: null,
        email: ada.email,
        verified: true,
        avatar: null,
        discriminator: '0',
      },
    },
    asked: ['GET /me'],
    profile: {
      id: '80351110224678912',
      name: 'ada',
      email: ada.email,
      image: `https://cdn.discordapp.com/embed/avatars/${(80351110224678912n >> 22n) % 6n}.png`,
      emailVerified: true,
    },
  },
  {
    id: 'facebook',
    own: [
      'https://www.facebook.com/v21.0/dialog/oauth',
      'https://graph.facebook.com/oauth/access_token',
      'https://graph.facebook.com/v18.0/oauth/access_token',
      'https://graph.facebook.com/me',
    ],
    options: { configId: 'conf', fields: ['birthday'] },
    authorize: `${start}&scope=email+public_profile&${R}&login_hint=hint&config_id=conf`,
    replies: {
      '/me': { id: '7', ...ada, picture: { data: { url: 'https://p.test/a.png' } }, email_verified: true },
    },
    asked: ['GET /me?fields=id,name,email,picture,birthday'],
    profile: openIdProfile,
  },
  {
    id: 'github',
    own: [
      'https://github.com/login/oauth/authorize',
      'https://github.com/login/oauth/access_token',
      'https://github.com/login/oauth/access_token',
      'https://api.github.com/user',
    ],
    authorize: `${start}&scope=read%3Auser+user%3Aemail&${R}&login_hint=hint`,
    replies: {
      '/me': { id: 7, login: 'ada', name: null, email: null, avatar_url: 'https://p.test/a.png' },
      '/me/emails': [
        { email: 'old@example.com', primary: false, verified: true },
        { email: ada.email, primary: true, verified: true },
      ],
    },
    asked: ['GET /me', 'GET /me/emails'],
    profile: { ...openIdProfile, name: 'ada' },
  },
  {
    id: 'microsoft',
    own: [
      'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      'https://graph.microsoft.com/v1.0/me',
    ],
    options: { prompt: 'select_account' },
    authorize: `${start}&scope=openid+profile+email+User.Read&${R}&prompt=select_account&${C}`,
    exchange: { fields: [verifier] },
    claims: { ...openId, email_verified: undefined },
    replies: { '/me/photos/48x48/$value': { a: 1 } },
    asked: ['GET /me/photos/48x48/$value'],
    profile: {
      ...openIdProfile,
      image: `data:image/jpeg;base64, ${Buffer.from('{"a":1}').toString('base64')}`,
    },
  },
  {
    id: 'google',
    own: [
      'https://accounts.google.com/o/oauth2/auth',
      'https://oauth2.googleapis.com/token',
      'https://www.googleapis.com/oauth2/v4/token',
    ],
    options: { prompt: 'select_account+consent', accessType: 'offline', display: 'popup', hd: 'example.com' },
    authorize: `${start}&scope=email+profile+openid&${R}&display=popup&login_hint=hint&prompt=select_account+consent&hd=example.com&access_type=offline&${C}`,
    exchange: { fields: [verifier] },
    claims: openId,
    profile: openIdProfile,
  },
  {
    id: 'spotify',
    own: [
      'https://accounts.spotify.com/authorize',
      'https://accounts.spotify.com/api/token',
      'https://accounts.spotify.com/api/token',
      'https://api.spotify.com/v1/me',
    ],
    authorize: `${start}&scope=user-read-email&${R}&${C}`,
    exchange: { fields: [verifier] },
    replies: {
      '/me': { id: '7', display_name: 'Ada', email: ada.email, images: [{ url: 'https://p.test/a.png' }] },
    },
    asked: ['GET /me'],
    profile: { ...openIdProfile, emailVerified: false },
  },
  {
    id: 'twitch',
    own: [
      'https://id.twitch.tv/oauth2/authorize',
      'https://id.twitch.tv/oauth2/token',
      'https://id.twitch.tv/oauth2/token',
    ],
    authorize: `${start}&scope=user%3Aread%3Aemail+openid&${R}&claims=${encodeURIComponent('{"id_token":{"email":null,"email_verified":null,"preferred_username":null,"picture":null}}')}`,
    claims: { ...openId, preferred_username: 'ada' },
    profile: { ...openIdProfile, name: 'ada', emailVerified: false },
  },
  {
    id: 'twitter',
    own: [
      'https://x.com/i/oauth2/authorize',
      'https://api.x.com/2/oauth2/token',
      'https://api.twitter.com/2/oauth2/token',
      'https://api.x.com/2/users/me',
    ],
    authorize: `${start}&scope=users.read+tweet.read+offline.access+users.email&${R}&${C}`,
    exchange: { fields: [verifier], basic: true },
    replies: {
      '/me': {
        data: {
          id: '7',
          name: 'Ada',
          username: 'ada',
          verified: false,
          confirmed_email: ada.email,
          profile_image_url: 'https://p.test/a.png',
        },
      },
    },
    asked: ['GET /me?user.fields=profile_image_url', 'GET /me?user.fields=confirmed_email'],
    profile: { ...openIdProfile, emailVerified: false },
  },
  ...moreProviderCases,
];
