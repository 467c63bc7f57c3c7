/** The second half of the provider table. */
import { sha256 } from '@tessera/kit/secrets';
import { ada, C, openId, openIdProfile, type ProviderCase, R, start, verifier } from './provider-case.ts';

const standIn = (id: string, provider: string) => `${sha256(id).slice(0, 32)}@${provider}.invalid`;

export const moreProviderCases: ProviderCase[] = [
  {
    id: 'dropbox',
    own: [
      'https://www.dropbox.com/oauth2/authorize',
      'https://api.dropboxapi.com/oauth2/token',
      'https://api.dropbox.com/oauth2/token',
      'https://api.dropboxapi.com/2/users/get_current_account',
    ],
    authorize: `${start}&scope=account_info.read&${R}&${C}`,
    exchange: { fields: [verifier] },
    replies: {
      '/me': {
        account_id: '7',
        name: { display_name: 'Ada' },
        email: ada.email,
        email_verified: true,
        profile_photo_url: 'https://p.test/a.png',
      },
    },
    asked: ['POST /me'],
    profile: openIdProfile,
  },
  {
    id: 'kick',
    own: [
      'https://id.kick.com/oauth/authorize',
      'https://id.kick.com/oauth/token',
      null,
      'https://api.kick.com/public/v1/users',
    ],
    authorize: `${start}&scope=user%3Aread&${R}&${C}`,
    exchange: { fields: [verifier] },
    replies: { '/me': { data: [{ user_id: 7, ...ada, profile_picture: 'https://p.test/a.png' }] } },
    asked: ['GET /me'],
    profile: openIdProfile,
  },
  {
    id: 'linkedin',
    own: [
      'https://www.linkedin.com/oauth/v2/authorization',
      'https://www.linkedin.com/oauth/v2/accessToken',
      'https://www.linkedin.com/oauth/v2/accessToken',
      'https://api.linkedin.com/v2/userinfo',
    ],
    authorize: `${start}&scope=profile+email+openid&${R}&login_hint=hint`,
    replies: { '/me': openId },
    asked: ['GET /me'],
    profile: openIdProfile,
  },
  {
    id: 'gitlab',
    own: [
      'https://gitlab.com/oauth/authorize',
      'https://gitlab.com/oauth/token',
      'https://gitlab.com/oauth/token',
      'https://gitlab.com/api/v4/user',
    ],
    authorize: `${start}&scope=read_user&${R}&login_hint=hint&${C}`,
    exchange: { fields: [verifier] },
    replies: {
      '/me': {
        id: 7,
        username: 'ada',
        name: 'Ada',
        email: ada.email,
        avatar_url: 'https://p.test/a.png',
        state: 'active',
      },
    },
    asked: ['GET /me'],
    profile: openIdProfile,
  },
  {
    id: 'tiktok',
    own: [
      'https://www.tiktok.com/v2/auth/authorize',
      'https://open.tiktokapis.com/v2/oauth/token/',
      'https://open.tiktokapis.com/v2/oauth/token/',
      'https://open.tiktokapis.com/v2/user/info/',
    ],
    options: { clientKey: 'the-key', clientId: undefined },
    authorize: `scope=user.info.profile&response_type=code&client_key=the-key&${R}&state=the-state`,
    exchange: { fields: ['client_key'] },
    replies: {
      '/me': {
        data: {
          user: {
            open_id: '7',
            display_name: 'Ada',
            username: 'ada',
            avatar_large_url: 'https://p.test/a.png',
          },
        },
      },
    },
    asked: ['GET /me?fields=open_id,avatar_large_url,display_name,username'],
    profile: { ...openIdProfile, email: standIn('7', 'tiktok'), emailVerified: false },
  },
  {
    id: 'reddit',
    own: [
      'https://www.reddit.com/api/v1/authorize',
      'https://www.reddit.com/api/v1/access_token',
      'https://www.reddit.com/api/v1/access_token',
      'https://oauth.reddit.com/api/v1/me',
    ],
    options: { duration: 'permanent' },
    authorize: `${start}&scope=identity&${R}&duration=permanent`,
    exchange: { basic: true, accept: 'text/plain' },
    replies: {
      '/me': {
        id: '7',
        name: 'Ada',
        oauth_client_id: 'the-id',
        icon_img: 'https://p.test/a.png?s=1',
        has_verified_email: true,
      },
    },
    asked: ['GET /me'],
    profile: { ...openIdProfile, email: standIn('7', 'reddit'), emailVerified: false },
  },
  {
    id: 'roblox',
    own: [
      'https://apis.roblox.com/oauth/v1/authorize',
      'https://apis.roblox.com/oauth/v1/token',
      'https://apis.roblox.com/oauth/v1/token',
      'https://apis.roblox.com/oauth/v1/userinfo',
    ],
    authorize: `scope=openid+profile&response_type=code&client_id=the-id&${R}&state=the-state&prompt=select_account+consent`,
    replies: {
      '/me': { sub: '7', nickname: 'Ada', preferred_username: 'ada', picture: 'https://p.test/a.png' },
    },
    asked: ['GET /me'],
    profile: { ...openIdProfile, email: standIn('7', 'roblox'), emailVerified: false },
  },
  {
    id: 'vk',
    own: [
      'https://id.vk.com/authorize',
      'https://id.vk.com/oauth2/auth',
      'https://id.vk.com/oauth2/auth',
      'https://id.vk.com/oauth2/user_info',
    ],
    authorize: `${start}&scope=email+phone&${R}&${C}`,
    exchange: { fields: [verifier, 'device_id'] },
    replies: {
      '/me': { user: { user_id: 7, first_name: 'Ada', email: ada.email, avatar: 'https://p.test/a.png' } },
    },
    asked: ['POST /me'],
    profile: { ...openIdProfile, name: ada.email },
  },
  {
    id: 'zoom',
    own: [
      'https://zoom.us/oauth/authorize',
      'https://zoom.us/oauth/token',
      null,
      'https://api.zoom.us/v2/users/me',
    ],
    authorize: `response_type=code&${R}&client_id=the-id&state=the-state&${C}`,
    exchange: { fields: [verifier] },
    replies: {
      '/me': { id: '7', display_name: 'Ada', email: ada.email, pic_url: 'https://p.test/a.png', verified: 1 },
    },
    asked: ['GET /me'],
    profile: openIdProfile,
  },
];
