/**
 * The product options of identity: section `identity` of the options file, names as in contracts/auth.md section 2.
 * Unknown keys are refused, so that a misspelt option is noticed at the start and not in production.
 */

import { statSync } from 'node:fs';
import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import { BasePath } from '@tessera/proto/api/identity/base-path';
import { cookieOptions, cookieSeconds, SessionOptions } from '@tessera/proto/api/identity/cookies';
import { TrustedOrigin } from '@tessera/proto/api/identity/origin';
import { RateLimitOptions } from '@tessera/proto/api/rate-limit';
import { z } from 'zod';
import type { Source } from './providers/json.ts';
import { AccountOptions, SocialProviders } from './providers/options.ts';
import { AdditionalFields, SessionFields, valueOf } from './user-fields/options.ts';

const seconds = z.number().int().min(0);

const EmailAndPassword = z
  .strictObject({
    enabled: z.boolean().default(true),
    disableSignUp: z.boolean().default(false),
    autoSignIn: z.boolean().default(true),
    requireEmailVerification: z.boolean().default(false),
    minPasswordLength: z.number().int().min(1).default(8),
    maxPasswordLength: z.number().int().min(1).max(100_000).default(128),
    /** Whether forgotten passwords can be reset by mail. */
    sendResetPassword: z.boolean().default(true),
    resetPasswordTokenExpiresIn: seconds.min(1).default(3_600),
    revokeSessionsOnPasswordReset: z.boolean().default(true),
    /** How passwords are hashed and compared: there is one way. */
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
  /** Absent: such mails are sent when another option asks for them. */
  sendVerificationEmail: z.boolean().optional(),
  sendOnSignUp: z.boolean().default(false),
  autoSignInAfterVerification: z.boolean().default(false),
  expiresIn: seconds.min(1).default(3_600),
  /** Always told as the event `identity.email.verified`. */
  onEmailVerification: z.literal(true).default(true),
});

const Users = z.strictObject({
  /** Fields that users have besides the usual ones. */
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
      /** Whether a deletion has to be completed by the link in a mail. */
      sendDeleteAccountVerification: z.boolean().default(false),
      deleteTokenExpiresIn: seconds.min(1).default(86_400),
      /** Always told as the event `identity.user.deleted`, in the transaction of the deletion. */
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
  /** Most rows of one list, unless a caller asks for another number. */
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
    /** A regular expression that all of a username has to match. */
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
    /** Roles that may do everything, and the first of them what first administrators get; with `roles` only the latter. */
    adminRoles: z.union([RoleName.transform((role) => [role]), z.array(RoleName).min(1)]).default(['admin']),
    /** Users who may do everything, whatever their role. */
    adminUserIds: z.array(z.string()).default([]),
    defaultBanReason: z.string().min(1).optional(),
    /** Seconds; absent: a ban that names no end has none. */
    defaultBanExpiresIn: seconds.min(1).optional(),
    impersonationSessionDuration: cookieSeconds.default(3_600),
    /** What someone banned is told (contracts/auth.md, section 11). */
    bannedUserMessage: z.string().min(1).default(defaultBannedUserMessage),
    /** All that can be granted; given, roles may grant nothing else. */
    ac: Statements.optional(),
    /** Role name -> resource -> actions. They replace the default roles. */
    roles: z.record(RoleName, Statements).optional(),
    /** Whoever signs up with such an address gets the first of `adminRoles`; in production once it is verified. */
    firstAdminEmails: z.array(z.email().transform((email) => email.toLowerCase())).default([]),
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
  /** One browser keeps fewer accounts than this. */
  maximumSessions: z.number().int().min(1).max(100).default(5),
});

const Options = z.strictObject({
  appName: z.string().min(1).max(100).default('Tessera'),
  /** Development only: whether sellers are offered to move the system's clock. */
  timeMachine: z.boolean().default(true),
  /** Where the routes are: browsers, mails and providers know this place. */
  basePath: BasePath,
  trustedOrigins: z.array(TrustedOrigin).default([]),
  /** Paths below /api/auth that answer 404, e.g. `/sign-up/email`. */
  disabledPaths: z.array(z.string().startsWith('/')).default([]),
  emailAndPassword: EmailAndPassword.prefault({}),
  emailVerification: EmailVerification.prefault({}),
  session: SessionOptions.safeExtend({
    /** Fields that sessions have besides the usual ones. */
    additionalFields: SessionFields.prefault({}),
  }).prefault({}),
  account: AccountOptions.prefault({}),
  socialProviders: SocialProviders.prefault({}),
  /** Applied by the gateway. Whether it is on also decides whether identity counts guesses and mails. */
  rateLimit: RateLimitOptions.prefault({}),
  advanced: Advanced.prefault({}),
  /** Where a browser ends that an API cannot bring on: an address, or a path of this product. */
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

/** Whether a new address is asked by mail to prove itself. */
export const asksForVerification = (options: IdentityOptions): boolean =>
  sendsVerification(options) &&
  (options.emailVerification.sendOnSignUp || options.emailAndPassword.requireEmailVerification);

/** Of billing's options what pages are told; billing validates the rest. */
export const PaymentOptions = z.looseObject({ sandbox: z.boolean().default(false) });
