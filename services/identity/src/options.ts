/**
 * The product options of identity: section `identity` of the options file, names as in contracts/auth.md section 2.
 * Unknown keys are errors, so that a misspelt option is noticed at start-up.
 */
import { statSync } from 'node:fs';
import { emailAddress } from '@tessera/proto/api/fields';
import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import { BasePath } from '@tessera/proto/api/identity/base-path';
import { cookieOptions, cookieSeconds, SessionOptions } from '@tessera/proto/api/identity/cookies';
import { TrustedOrigin } from '@tessera/proto/api/identity/origin';
import { RateLimitOptions } from '@tessera/proto/api/rate-limit';
import { z } from 'zod';
import type { Source } from './providers/json.ts';
import { AccountOptions, SocialProviders } from './providers/options.ts';
import { AdditionalFields, SessionFields, valueOf } from './user-fields/options.ts';

/** A hundred years: a time much further ahead is beyond what dates can tell. */
const longest = 3_155_760_000;
const seconds = z.number().int().min(1).max(longest);

const EmailAndPassword = z
  .strictObject({
    enabled: z.boolean().default(true),
    disableSignUp: z.boolean().default(false),
    autoSignIn: z.boolean().default(true),
    requireEmailVerification: z.boolean().default(false),
    minPasswordLength: z.number().int().min(1).default(8),
    maxPasswordLength: z.number().int().min(1).max(100_000).default(128),
    /** Enables password reset by mail. */
    sendResetPassword: z.boolean().default(true),
    resetPasswordTokenExpiresIn: seconds.default(3_600),
    revokeSessionsOnPasswordReset: z.boolean().default(true),
    /** Algorithm of password hashes; there is only one. */
    password: z
      .strictObject({
        hash: z.literal('scrypt').default('scrypt'),
        verify: z.literal('scrypt').default('scrypt'),
      })
      .prefault({}),
  })
  .refine(
    ({ minPasswordLength, maxPasswordLength }) => minPasswordLength <= maxPasswordLength,
    'minPasswordLength must not exceed maxPasswordLength',
  );

const EmailVerification = z.strictObject({
  /** Absent: verification mails are sent if another option needs them. */
  sendVerificationEmail: z.boolean().optional(),
  sendOnSignUp: z.boolean().default(false),
  autoSignInAfterVerification: z.boolean().default(false),
  expiresIn: seconds.default(3_600),
  /** Always emitted as the event `identity.email.verified`. */
  onEmailVerification: z.literal(true).default(true),
});

const Users = z.strictObject({
  /** Additional fields of users. */
  additionalFields: AdditionalFields.prefault({}),
  changeEmail: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Whether a verified address is asked for consent; without it, a verified address cannot be changed. */
      sendChangeEmailVerification: z.boolean().default(false),
    })
    .prefault({}),
  deleteUser: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Whether a deletion has to be confirmed by a link in a mail. */
      sendDeleteAccountVerification: z.boolean().default(false),
      deleteTokenExpiresIn: seconds.default(86_400),
      /** Always emitted as the event `identity.user.deleted`, in the transaction of the deletion. */
      beforeDelete: z.literal(true).default(true),
      afterDelete: z.literal(true).default(true),
    })
    .prefault({}),
});

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const Advanced = z.strictObject({
  ...cookieOptions,
  disableCSRFCheck: z.boolean().default(false),
  ipAddress: z
    .strictObject({
      ipAddressHeaders: z.array(z.string().min(1)).min(1).default(['x-forwarded-for']),
      disableIpTracking: z.boolean().default(false),
      countries: z.string().refine(isFile, 'there is no such file').optional(),
    })
    .prefault({}),
  /** Default maximum of rows in a list. */
  database: z
    .strictObject({ defaultFindManyLimit: z.number().int().min(1).max(10_000).default(100) })
    .prefault({}),
});

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text, 'u').test('') || true;
  } catch {
    return false;
  }
};

const Username = z
  .strictObject({
    minUsernameLength: z.number().int().min(1).default(3),
    maxUsernameLength: z.number().int().min(1).max(500).default(30),
    /** A regular expression that has to match the whole username. */
    usernameValidator: z.string().refine(isPattern, 'must be a regular expression').default('[a-zA-Z0-9_.]+'),
  })
  .refine(
    ({ minUsernameLength, maxUsernameLength }) => minUsernameLength <= maxUsernameLength,
    'minUsernameLength must not exceed maxUsernameLength',
  );

const Statements = z.record(z.string(), z.array(z.string()));
const RoleName = z.string().regex(/^[^,\s]+$/, 'must be a name without commas');

const Admin = z
  .strictObject({
    defaultRole: z.string().min(1).default('user'),
    /**
     * Roles with all rights; the first one is also the role of first administrators. With `roles` only the latter
     * applies.
     */
    adminRoles: z.union([RoleName.transform((role) => [role]), z.array(RoleName).min(1)]).default(['admin']),
    /** Ids of users with all rights, whatever their role. */
    adminUserIds: z.array(z.string()).default([]),
    defaultBanReason: z.string().min(1).optional(),
    /** Seconds; absent: bans do not expire by default. */
    defaultBanExpiresIn: seconds.optional(),
    impersonationSessionDuration: cookieSeconds.default(3_600),
    /** The message for banned users (contracts/auth.md, section 11). */
    bannedUserMessage: z.string().min(1).default(defaultBannedUserMessage),
    /** All rights that exist; if set, roles cannot grant others. */
    ac: Statements.optional(),
    /** Role name -> resource -> actions. Replaces the default roles. */
    roles: z.record(RoleName, Statements).optional(),
    /** Users who sign up with such an address get the first of `adminRoles`; in production once it is verified. */
    firstAdminEmails: z.array(emailAddress.toLowerCase()).default([]),
  })
  .superRefine(({ ac, roles }, context) => {
    for (const [name, role] of Object.entries(ac && roles ? roles : {}))
      for (const [resource, actions] of Object.entries(role))
        for (const action of actions)
          if (!Object.hasOwn(ac ?? {}, resource) || !ac?.[resource]?.includes(action))
            context.addIssue({
              code: 'custom',
              path: ['roles', name, resource],
              message: `"${action}" is not an action of ac.${resource}`,
            });
  });

const MultiSession = z.strictObject({
  /** Exclusive maximum of accounts that one browser keeps: it holds fewer than this. */
  maximumSessions: z.number().int().min(1).max(100).default(5),
});

const Options = z.strictObject({
  appName: z.string().min(1).max(100).default('Tessera'),
  /** Development only: shows sellers the controls of the system's clock. */
  timeMachine: z.boolean().default(true),
  /** Public path of the auth API, known to browsers, mails and providers. */
  basePath: BasePath,
  trustedOrigins: z.array(TrustedOrigin).default([]),
  /** Paths below /api/auth that answer 404, e.g. `/sign-up/email`. */
  disabledPaths: z.array(z.string().startsWith('/')).default([]),
  emailAndPassword: EmailAndPassword.prefault({}),
  emailVerification: EmailVerification.prefault({}),
  session: SessionOptions.safeExtend({
    /** Additional fields of sessions. */
    additionalFields: SessionFields.prefault({}),
  }).prefault({}),
  account: AccountOptions.prefault({}),
  socialProviders: SocialProviders.prefault({}),
  /** Applied by the gateway. Also decides whether identity throttles password guesses and mails. */
  rateLimit: RateLimitOptions.prefault({}),
  advanced: Advanced.prefault({}),
  /** Where browsers are redirected after an error: a URL, or a path of this product. */
  onAPIError: z
    .strictObject({
      errorURL: z
        .union([z.url(), z.string().regex(/^\/(?![/\\])/, 'must be an address or a path')])
        .optional(),
    })
    .prefault({}),
  user: Users.prefault({}),
  username: Username.prefault({}),
  admin: Admin.prefault({}),
  multiSession: MultiSession.prefault({}),
});

const mapped = new Set(['name', 'email', 'emailVerified', 'image']);

export const IdentityOptions = Options.superRefine(({ socialProviders, user }, context) => {
  for (const [id, provider] of Object.entries(socialProviders))
    for (const [field, source] of Object.entries(provider?.mapProfileToUser ?? {})) {
      const message = mapped.has(field) ? null : whyNotMapped(user.additionalFields, field, source);
      const path = ['socialProviders', id, 'mapProfileToUser', field];
      if (message !== null) context.addIssue({ code: 'custom', path, message });
    }
});

const whyNotMapped = (fields: AdditionalFields, name: string, source: Source | undefined): string | null => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return 'is no field of users';
  const isConstant = source !== undefined && 'value' in source;
  return isConstant && !valueOf[field.type].safeParse(source.value).success
    ? `must be a ${field.type}`
    : null;
};

export type IdentityOptions = z.output<typeof IdentityOptions>;

/** Whether verification mails are sent at all. */
export const sendsVerification = ({ emailVerification, emailAndPassword }: IdentityOptions): boolean =>
  emailVerification.sendVerificationEmail ??
  (emailVerification.sendOnSignUp || emailAndPassword.requireEmailVerification);

/** Whether new users get a verification mail. */
export const asksForVerification = (options: IdentityOptions): boolean =>
  sendsVerification(options) &&
  (options.emailVerification.sendOnSignUp || options.emailAndPassword.requireEmailVerification);

/** The part of billing's options that pages need; billing validates the rest. */
export const PaymentOptions = z.looseObject({ sandbox: z.boolean().optional() });
