/**
 * Requests that a service sends to the owner of data over NATS request/reply when its local copy has no row yet.
 * Subjects are `ask.<service>.<what>`: outside the services' event subjects, so that no stream captures a request.
 */
import { z } from 'zod';
import { AuthSession, AuthUser } from './identity/session.ts';
import { AccessTokenReply, ProviderTokenQuery, RefreshTokenReply } from './identity/social.ts';
import { AuthMember } from './organization/organization.ts';
import { CustomerCaller } from './passport.ts';

/** A request type: its subject, and the JSON shapes of request and reply. */
export type Ask<Question extends z.ZodType, Answer extends z.ZodType> = {
  subject: string;
  question: Question;
  answer: Answer;
};

const defineAsk = <Question extends z.ZodType, Answer extends z.ZodType>(
  subject: string,
  question: Question,
  answer: Answer,
): Ask<Question, Answer> => ({ subject, question, answer });

/**
 * A session as the gateway caches it: the record under `session:<token>` in Redis, and identity's reply. Both parts
 * are open: configuration can add fields to users and sessions (`identity.user.additionalFields`,
 * `identity.session.additionalFields`), which only identity knows and the others pass through.
 */
export const SessionRecord = z.object({ session: AuthSession.loose(), user: AuthUser.loose() });
export type SessionRecord = { session: AuthSession; user: AuthUser };

/** Finds a valid session by its token and caches it in Redis. Null: no such session, or it has expired. */
export const askSession = defineAsk(
  'ask.identity.session',
  z.object({ token: z.string() }),
  SessionRecord.nullable(),
);

/** Public data of a user, for the copies in other services. */
export const UserFacts = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  /** Whether the user has proven control of the address, which `emailVerified` does not imply. Absent: not known. */
  isEmailProven: z.boolean().optional(),
  /** The language that the user has chosen for pages and mails; null: none. Absent: not known. */
  language: z.string().nullable().optional(),
});
export type UserFacts = z.infer<typeof UserFacts>;
export const askUser = defineAsk('ask.identity.user', z.object({ userId: z.string() }), UserFacts.nullable());

/**
 * Whether a user's roles (or the list of administrator ids) grant all `permissions`: resource -> actions, as in the
 * statements of contracts/auth.md, section 11. Unknown users have no permissions.
 */
export const askAdminRight = defineAsk(
  'ask.identity.admin-right',
  z.object({ userId: z.string(), permissions: z.record(z.string(), z.array(z.string())) }),
  z.object({ isGranted: z.boolean() }),
);

/**
 * Sets the first password of a session's user (contracts/auth.md, section 8: set-password is not a route). Fails with
 * the contract's errors: no session, password too short or too long, user already has a password.
 */
export const askSetPassword = defineAsk(
  'ask.identity.set-password',
  z.object({ token: z.string(), newPassword: z.string() }),
  z.object({ status: z.boolean() }),
);

/**
 * Sets or clears (null) the active organization of a session, effective immediately.
 * `cookie` is the caller's cookie header: `setCookie` of the reply rewrites the session cookie as it was set (with or
 * without "remember me"). `session` is null when it has ended.
 */
export const askSetActiveOrganization = defineAsk(
  'ask.identity.set-active-organization',
  z.object({ sessionId: z.string(), organizationId: z.string().nullable(), cookie: z.string() }),
  z.object({
    session: AuthSession.nullable(),
    setCookie: z.array(z.string()),
    /** The part of `setCookie` that replaces the browser's cached copy of the session; empty if there is none. */
    setCache: z.array(z.string()).default([]),
  }),
);

/**
 * Clears this active organization in all sessions of a user (`userId` null: of all users), effective immediately.
 * Sent when a membership ends; identity also receives the event. `setCache` replaces the cached copy in the browser
 * of `sessionId`.
 */
export const askClearActiveOrganization = defineAsk(
  'ask.identity.clear-active-organization',
  z.object({
    organizationId: z.string(),
    userId: z.string().nullable(),
    sessionId: z.string().optional(),
  }),
  z.object({ cleared: z.number(), setCache: z.array(z.string()).default([]) }),
);

/**
 * Returns a user's access token at a social provider, refreshed if it expires in less than five seconds. `userId` is
 * required. Fails with the contract's errors of `POST /get-access-token`.
 */
export const askProviderToken = defineAsk(
  'ask.identity.provider-token',
  ProviderTokenQuery,
  AccessTokenReply,
);

/** Like `askProviderToken`, but always refreshes the token, as `POST /refresh-token` does. */
export const askRefreshedProviderToken = defineAsk(
  'ask.identity.refreshed-provider-token',
  ProviderTokenQuery,
  RefreshTokenReply,
);

/** Data of an organization access token; the record under `access-token:<sha-256 hex>` in Redis. */
export const AccessTokenRecord = z.object({
  id: z.string(),
  organizationId: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.iso.datetime().nullable(),
  /** The client of an OAuth token. */
  clientId: z.string().optional(),
});
export type AccessTokenRecord = z.infer<typeof AccessTokenRecord>;

/** Data of an OAuth token that acts for a user; cached in the same way. */
export const UserTokenRecord = z.object({
  id: z.string(),
  userId: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.iso.datetime(),
});
export type UserTokenRecord = z.infer<typeof UserTokenRecord>;

/** Data of a bearer token: an access token, an OAuth token for an organization, or an OAuth token for a user. */
export const BearerRecord = z.union([AccessTokenRecord, UserTokenRecord]);
export type BearerRecord = z.infer<typeof BearerRecord>;

/** Finds a valid access token by the SHA-256 (hex) of its text and caches it in Redis. */
export const askAccessToken = defineAsk(
  'ask.organization.access-token',
  z.object({ tokenHash: z.string() }),
  BearerRecord.nullable(),
);

/** A user's membership of an organization. `canManage`: the role grants organization:update. */
export const MembershipFacts = z.object({
  id: z.string(),
  organizationId: z.string(),
  userId: z.string(),
  role: z.string(),
  canManage: z.boolean(),
});
export type MembershipFacts = z.infer<typeof MembershipFacts>;

/** Returns one membership, or null. */
export const askMembership = defineAsk(
  'ask.organization.membership',
  z.object({ userId: z.string(), organizationId: z.string() }),
  MembershipFacts.nullable(),
);

/** Returns all memberships of a user. */
export const askMemberships = defineAsk(
  'ask.organization.memberships',
  z.object({ userId: z.string() }),
  z.array(MembershipFacts),
);

/**
 * Adds a member (contracts/auth.md, section 10: add-member is not a route). Fails with the contract's errors: teams
 * not enabled, user not found, already a member, team not found, membership limit reached.
 */
export const askAddMember = defineAsk(
  'ask.organization.add-member',
  z.object({
    userId: z.string(),
    organizationId: z.string(),
    role: z.union([z.string(), z.array(z.string())]),
    teamId: z.string().optional(),
  }),
  AuthMember,
);

/** What the billing and webhook services store of an organization. */
export const OrganizationFacts = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  avatarUrl: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  /** `#rrggbb`. */
  accentColor: z.string().nullable(),
  allowMultipleSubscriptions: z.boolean(),
  /** The whole organization, as the billing API returns it (snake_case); null from older releases. */
  snapshot: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type OrganizationFacts = z.infer<typeof OrganizationFacts>;
export const askOrganization = defineAsk(
  'ask.organization.organization',
  z.object({ organizationId: z.string() }),
  OrganizationFacts.nullable(),
);

/** Sent by the gateway when an access token is used (core NATS, no reply, at most once per minute and token). */
export const AccessTokenUsed = z.object({ tokenId: z.string(), at: z.iso.datetime() });
export const accessTokenUsedSubject = 'note.organization.access-token-used';

/**
 * Which origin may embed a checkout, and whether its page uses Stripe. `openUntil`: the expiry of an open checkout
 * that has no customer data yet, else null. Null: no such checkout.
 */
export const askCheckoutFrame = defineAsk(
  'ask.billing.checkout-frame',
  z.object({ clientSecret: z.string() }),
  // Replicas of the previous release omit these keys.
  z
    .object({
      embedOrigin: z.string().nullable(),
      isAtStripe: z.boolean().default(false),
      openUntil: z.iso.datetime().nullable().default(null),
    })
    .nullable(),
);

/**
 * Whether the customer portal of an organization uses Stripe, by the organization's slug. Null: no such organization.
 */
export const askPortalPage = defineAsk(
  'ask.billing.portal-page',
  z.object({ slug: z.string() }),
  z.object({ isAtStripe: z.boolean() }).nullable(),
);

/** Finds a customer session by the hash of its token. Null: no such session, or it has ended. */
export const askCustomerSession = defineAsk(
  'ask.billing.customer-session',
  z.object({ tokenHash: z.string() }),
  CustomerCaller.omit({ kind: true }).nullable(),
);
