/** Sign-in with social providers, and the accounts linked to a user (contracts/auth.md, sections 8, 13 and 14). */
import { z } from 'zod';
import { text } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { redirectTarget } from './redirect-target.ts';
import { AuthUserBrief } from './session.ts';

/** All supported providers, in the order of the contract. */
export const ProviderId = z.enum([
  'apple',
  'discord',
  'facebook',
  'github',
  'microsoft',
  'google',
  'spotify',
  'twitch',
  'twitter',
  'dropbox',
  'kick',
  'linkedin',
  'gitlab',
  'tiktok',
  'reddit',
  'roblox',
  'vk',
  'zoom',
]);
export type ProviderId = z.output<typeof ProviderId>;

const target = redirectTarget.optional();
const token = text.max(16_384);
const Scopes = z.array(text.max(500)).max(100);

/** Body of `POST /sign-in/social`: starts a redirect, or with `idToken` signs in immediately. */
export const SignInSocial = z.object({
  provider: ProviderId,
  callbackURL: target,
  newUserCallbackURL: target,
  errorCallbackURL: target,
  disableRedirect: z.boolean().optional(),
  scopes: Scopes.optional(),
  requestSignUp: z.boolean().optional(),
  loginHint: text.max(500).optional(),
  idToken: z
    .object({
      token,
      nonce: text.max(500).optional(),
      accessToken: token.optional(),
      refreshToken: token.optional(),
      expiresAt: z.number().optional(),
    })
    .optional(),
});
export type SignInSocial = z.output<typeof SignInSocial>;

/** Reply of `POST /sign-in/social`: the URL to redirect to, or with an id token the session's token and user. */
export const SignInSocialReply = z.object({
  redirect: z.boolean(),
  url: z.string().optional(),
  token: z.string().optional(),
  user: AuthUserBrief.optional(),
});
export type SignInSocialReply = z.infer<typeof SignInSocialReply>;

/** Parameters that a provider sends to `/callback/:id`, in the query or a form. */
export const SocialCallback = z.object({
  code: text.max(8_192).optional(),
  error: text.max(500).optional(),
  error_description: text.max(2_000).optional(),
  state: text.max(500).optional(),
  device_id: text.max(500).optional(),
  user: text.max(8_192).optional(),
});
export type SocialCallback = z.output<typeof SocialCallback>;

/** Body of `POST /link-social`. */
export const LinkSocial = z.object({ provider: ProviderId, callbackURL: target, scopes: Scopes.optional() });
export type LinkSocial = z.output<typeof LinkSocial>;

/** Reply of `POST /link-social`: the URL to redirect to. */
export const LinkSocialReply = z.object({ url: z.string(), redirect: z.boolean() });
export type LinkSocialReply = z.infer<typeof LinkSocialReply>;

/** A linked account in `GET /list-accounts`. `accountId` is the provider's id; tokens are never returned. */
export const LinkedAccount = z.object({
  id: z.string(),
  provider: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  accountId: z.string(),
  scopes: z.array(z.string()),
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** Body of `POST /unlink-account`; `accountId` is the provider's id. */
export const UnlinkAccount = z.object({ providerId: text.max(200), accountId: text.max(1_000).optional() });
export type UnlinkAccount = z.output<typeof UnlinkAccount>;

/** Reply of `POST /unlink-account`. */
export const UnlinkAccountReply = z.object({ status: z.boolean() });
export type UnlinkAccountReply = z.infer<typeof UnlinkAccountReply>;

/** Body of `POST /get-access-token` and `POST /refresh-token`; `accountId` is the `id` of list-accounts. */
export const ProviderTokenQuery = z.object({
  providerId: text.max(200),
  accountId: text.max(1_000).optional(),
  userId: text.max(200).optional(),
});
export type ProviderTokenQuery = z.output<typeof ProviderTokenQuery>;

/** Reply of `POST /get-access-token`. Unknown values are absent. */
export const AccessTokenReply = z.object({
  accessToken: z.string().optional(),
  accessTokenExpiresAt: timestamp.optional(),
  scopes: z.array(z.string()),
  idToken: z.string().optional(),
});
export type AccessTokenReply = z.infer<typeof AccessTokenReply>;

/** Reply of `POST /refresh-token`. Unknown values are absent. */
export const RefreshTokenReply = AccessTokenReply.extend({
  refreshToken: z.string().optional(),
  tokenType: z.string().optional(),
});
export type RefreshTokenReply = z.infer<typeof RefreshTokenReply>;
