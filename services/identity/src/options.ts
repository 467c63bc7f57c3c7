/**
 * The product options of identity: section `identity` of the options file, names as in contracts/auth.md section 2.
 * Unknown keys are refused, so that a misspelt option is noticed at the start and not in production.
 */
import { z } from 'zod';

/** Cookies may live for at most 400 days (contracts/auth.md, section 4). */
const longestCookie = 34_560_000;
const seconds = z.number().int().min(0);
const cookieSeconds = seconds.min(1).max(longestCookie);

/** A cookie name or prefix: a token of RFC 6265, as browsers accept it. */
const cookieName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be usable as a cookie name');

const CookieAttributes = z.strictObject({
  maxAge: z.number().int().min(0).max(longestCookie).optional(),
  domain: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a host name')
    .optional(),
  path: z
    .string()
    .regex(/^\/[^;\s]*$/, 'must be a path')
    .optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: z.enum(['strict', 'lax', 'none', 'Strict', 'Lax', 'None']).optional(),
  partitioned: z.boolean().optional(),
});
export type CookieAttributes = z.output<typeof CookieAttributes>;

const CookieOverride = z.strictObject({
  name: cookieName.optional(),
  attributes: CookieAttributes.optional(),
});

/** `https://app.example.com`, `*.example.com` or `myapp://`; an address with a path is taken for its origin. */
const TrustedOrigin = z
  .string()
  .min(1)
  .transform((pattern) => {
    const url = /[*?]/.test(pattern) ? null : URL.parse(pattern);
    return url && /^https?:$/.test(url.protocol) ? url.origin : pattern;
  });

const EmailAndPassword = z
  .strictObject({
    enabled: z.boolean().default(true),
    disableSignUp: z.boolean().default(false),
    autoSignIn: z.boolean().default(true),
    requireEmailVerification: z.boolean().default(false),
    minPasswordLength: z.number().int().min(1).default(8),
    maxPasswordLength: z.number().int().min(1).max(100_000).default(128),
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
});

const Session = z.strictObject({
  expiresIn: cookieSeconds.default(604_800),
  updateAge: seconds.default(86_400),
  freshAge: seconds.default(86_400),
  disableSessionRefresh: z.boolean().default(false),
  cookieCache: z
    .strictObject({ enabled: z.boolean().default(true), maxAge: cookieSeconds.default(60) })
    .prefault({}),
});

const Advanced = z.strictObject({
  useSecureCookies: z.boolean().optional(),
  cookiePrefix: cookieName.default('tessera'),
  crossSubDomainCookies: z
    .strictObject({ enabled: z.boolean().default(false), domain: CookieAttributes.shape.domain })
    .prefault({}),
  cookies: z
    .strictObject({
      session_token: CookieOverride.optional(),
      session_data: CookieOverride.optional(),
      dont_remember: CookieOverride.optional(),
    })
    .prefault({}),
  defaultCookieAttributes: CookieAttributes.prefault({}),
  disableCSRFCheck: z.boolean().default(false),
  ipAddress: z
    .strictObject({
      ipAddressHeaders: z.array(z.string().min(1)).min(1).default(['x-forwarded-for']),
      disableIpTracking: z.boolean().default(false),
    })
    .prefault({}),
});

export const IdentityOptions = z.strictObject({
  appName: z.string().min(1).max(100).default('Tessera'),
  trustedOrigins: z.array(TrustedOrigin).default([]),
  /** Paths below /api/auth that answer 404, e.g. `/sign-up/email`. */
  disabledPaths: z.array(z.string().startsWith('/')).default([]),
  emailAndPassword: EmailAndPassword.prefault({}),
  emailVerification: EmailVerification.prefault({}),
  session: Session.prefault({}),
  advanced: Advanced.prefault({}),
  onAPIError: z.strictObject({ errorURL: z.url().optional() }).prefault({}),
  /** What someone banned is told (contracts/auth.md, section 11). */
  bannedUserMessage: z
    .string()
    .min(1)
    .default(
      'You have been banned from this application. Please contact support if you believe this is an error.',
    ),
});
export type IdentityOptions = z.output<typeof IdentityOptions>;

/** Whether verification mails are sent at all. */
export const sendsVerification = ({ emailVerification, emailAndPassword }: IdentityOptions): boolean =>
  emailVerification.sendVerificationEmail ??
  (emailVerification.sendOnSignUp || emailAndPassword.requireEmailVerification);
