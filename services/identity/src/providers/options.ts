/**
 * Options of the providers: `identity.socialProviders.<id>` and `identity.account` (contracts/auth.md, section 2).
 */
import { ProviderId } from '@tessera/proto/api/identity/social';
import { z } from 'zod';

const text = z.string().min(1);
const address = z.url({ protocol: /^https?$/ });
/** RFC 6749, section 3.3. */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be one scope, without spaces');

/** A path in a provider's profile, such as `picture.data.url`; of several, the first with a value counts. */
const path = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'must be names joined by dots');
const Paths = z.union([path.transform((one) => [one]), z.array(path).min(1)]);

/** The same, or `{value}`: a constant for all users of this provider. */
const sourceOf = <Value extends z.ZodType>(value: Value) => z.union([Paths, z.strictObject({ value })]);

const common = {
  clientId: text,
  clientSecret: text,
  enabled: z.boolean().default(true),
  /** Requested in addition to the default scopes. */
  scope: z.array(scope).default([]),
  disableDefaultScope: z.boolean().default(false),
  /** Default: `/api/auth/callback/<id>` below the public URL. */
  redirectURI: address.optional(),
  prompt: z
    .string()
    .regex(/^[a-z_]+([ +][a-z_]+)*$/, 'must be prompts joined by spaces')
    .transform((value) => value.replaceAll('+', ' '))
    .optional(),
  responseMode: z.enum(['query', 'form_post']).optional(),
  disableIdTokenSignIn: z.boolean().default(false),
  /**
   * Required claims of an id token in addition to the provider's rules; false rejects all, as `disableIdTokenSignIn`
   * does.
   */
  verifyIdToken: z
    .union([
      z.boolean(),
      z.strictObject({ issuer: text.optional(), audience: z.array(text).min(1).optional() }),
    ])
    .default(true),
  /** False: the profile comes from the id token; no request is made. */
  getUserInfo: z.boolean().default(true),
  /** False: access tokens of this provider are never refreshed. */
  refreshAccessToken: z.boolean().default(true),
  /** User fields by their path in the provider's profile, including those of `user.additionalFields`. */
  mapProfileToUser: z
    .object({
      name: sourceOf(text.max(500)).optional(),
      // No constant: addresses are unique per user.
      email: Paths.optional(),
      emailVerified: sourceOf(z.boolean()).optional(),
      image: sourceOf(text).optional(),
    })
    .catchall(sourceOf(z.unknown().refine((value) => value !== undefined, 'is required')))
    .prefault({}),
  disableImplicitSignUp: z.boolean().default(false),
  disableSignUp: z.boolean().default(false),
  overrideUserInfoOnSignIn: z.boolean().default(false),
  /** Overrides of the provider's endpoints. */
  endpoints: z
    .strictObject({
      authorization: address.optional(),
      token: address.optional(),
      userInfo: address.optional(),
      jwks: address.optional(),
    })
    .prefault({}),
};

/** Options that only some providers have. */
const own = {
  apple: { appBundleIdentifier: text.optional() },
  discord: {},
  facebook: { fields: z.array(path).default([]), configId: text.optional() },
  github: {},
  microsoft: {
    tenantId: z
      .string()
      .regex(/^[\w.-]+$/, 'must be a tenant')
      .optional(),
    profilePhotoSize: z.literal([48, 64, 96, 120, 240, 360, 432, 504, 648]).default(48),
    disableProfilePhoto: z.boolean().default(false),
  },
  google: {
    accessType: z.enum(['online', 'offline']).optional(),
    display: z.enum(['page', 'popup', 'touch', 'wap']).optional(),
    hd: text.optional(),
  },
  spotify: {},
  twitch: { claims: z.array(text).optional() },
  twitter: {},
  dropbox: {},
  kick: {},
  linkedin: {},
  gitlab: { issuer: address.transform((url) => url.replace(/\/+$/, '')).optional() },
  tiktok: { clientKey: text, clientId: text.optional() },
  reddit: { duration: z.enum(['temporary', 'permanent']).optional() },
  roblox: {},
  vk: { scheme: z.enum(['light', 'dark']).optional() },
  zoom: { pkce: z.boolean().default(true) },
} satisfies Record<ProviderId, z.ZodRawShape>;

export const SocialProviders = z.strictObject(
  Object.fromEntries(
    ProviderId.options.map((id) => [id, z.strictObject({ ...common, ...own[id] }).optional()]),
  ) as unknown as Record<ProviderId, z.ZodOptional<z.ZodType<ProviderOptions, object>>>,
);

type Common = z.output<z.ZodObject<typeof common>>;
/** The options of one provider; those of others are absent. */
export type ProviderOptions = Omit<Common, 'clientId'> & {
  clientId?: string | undefined;
  clientKey?: string | undefined;
  appBundleIdentifier?: string | undefined;
  fields?: string[];
  configId?: string | undefined;
  tenantId?: string | undefined;
  profilePhotoSize?: number;
  disableProfilePhoto?: boolean;
  accessType?: string | undefined;
  display?: string | undefined;
  hd?: string | undefined;
  claims?: string[] | undefined;
  issuer?: string | undefined;
  duration?: string | undefined;
  scheme?: string | undefined;
  pkce?: boolean;
};

export const AccountOptions = z.strictObject({
  updateAccountOnSignIn: z.boolean().default(true),
  accountLinking: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Providers whose e-mail addresses are trusted without proof. */
      trustedProviders: z.array(z.union([ProviderId, z.literal('email-password')])).default([]),
      allowUnlinkingAll: z.boolean().default(false),
    })
    .prefault({}),
});
