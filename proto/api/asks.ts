/**
 * Questions that a service asks the owner of a fact over NATS request/reply, when its own copy has no row yet.
 * Subjects are `ask.<service>.<what>`: outside the services' event subjects, so that no stream captures a question.
 */
import { z } from 'zod';
import { AuthSession, AuthUser } from './identity/session.ts';
import { AccessTokenReply, ProviderTokenQuery, RefreshTokenReply } from './identity/social.ts';
import { AuthMember } from './organization/organization.ts';
import { CustomerCaller } from './passport.ts';

/** A question: its subject and the JSON shapes of question and answer. */
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
 * A signed-in session as the gateway keeps it: the record under `session:<token>` in Redis, and identity's answer.
 * Both are open: a configuration may give users and sessions fields of its own (`identity.user.additionalFields`,
 * `identity.session.additionalFields`), which only identity knows and everyone else passes on.
 */
export const SessionRecord = z.object({ session: AuthSession.loose(), user: AuthUser.loose() });
export type SessionRecord = { session: AuthSession; user: AuthUser };

/** Finds a live session by its token and warms Redis with it. Null: no such session, or it has expired. */
export const askSession = defineAsk(
  'ask.identity.session',
  z.object({ token: z.string() }),
  SessionRecord.nullable(),
);

/** A user's public face, for copies of other services. */
export const UserFacts = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  /** Whether somebody has shown that the address is theirs, which `emailVerified` need not mean; absent: not told. */
  isEmailProven: z.boolean().optional(),
});
export type UserFacts = z.infer<typeof UserFacts>;
export const askUser = defineAsk('ask.identity.user', z.object({ userId: z.string() }), UserFacts.nullable());

/**
 * Whether an account's roles (or the list of administrators' ids) grant all that is wanted of the statements of
 * contracts/auth.md, section 11: resource -> actions. Unknown users may nothing.
 */
export const askAdminRight = defineAsk(
  'ask.identity.admin-right',
  z.object({ userId: z.string(), permissions: z.record(z.string(), z.array(z.string())) }),
  z.object({ isGranted: z.boolean() }),
);

/**
 * Gives the user of a session a first password (contracts/auth.md, section 8: set-password is no route). Fails with the
 * contract's errors: no session, password too short or too long, user already has a password.
 */
export const askSetPassword = defineAsk(
  'ask.identity.set-password',
  z.object({ token: z.string(), newPassword: z.string() }),
  z.object({ status: z.boolean() }),
);

/**
 * Makes an organization (or none) the active one of a session, at once.
 * `cookie` is the caller's cookie header: the answer's `setCookie` rewrites the session cookie as it was set
 * (with or without "remember me"). `session` is null when it has ended.
 */
export const askSetActiveOrganization = defineAsk(
  'ask.identity.set-active-organization',
  z.object({ sessionId: z.string(), organizationId: z.string().nullable(), cookie: z.string() }),
  z.object({
    session: AuthSession.nullable(),
    setCookie: z.array(z.string()),
    /** Of `setCookie` only what replaces the session's copy in the browser; empty where there is none. */
    setCache: z.array(z.string()).default([]),
  }),
);

/**
 * Leaves no session of a user (`userId` null: of anyone) with this organization as the active one, at once.
 * Asked when a membership has ended; identity hears of the same by event. `setCache` replaces the copy that the
 * browser of `sessionId` keeps.
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
 * A user's access token at another provider, refreshed when less than five seconds are left. `userId` is needed.
 * Fails with the contract's errors of `POST /get-access-token`.
 */
export const askProviderToken = defineAsk(
  'ask.identity.provider-token',
  ProviderTokenQuery,
  AccessTokenReply,
);

/** The same, always refreshed, as `POST /refresh-token` answers it. */
export const askRefreshedProviderToken = defineAsk(
  'ask.identity.refreshed-provider-token',
  ProviderTokenQuery,
  RefreshTokenReply,
);

/** What an organization access token is good for; the record under `access-token:<sha-256 hex>` in Redis. */
export const AccessTokenRecord = z.object({
  id: z.string(),
  organizationId: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.iso.datetime().nullable(),
  /** Of one by OAuth: the client that has it. */
  clientId: z.string().optional(),
});
export type AccessTokenRecord = z.infer<typeof AccessTokenRecord>;

/** The same of an OAuth token that acts for a user. */
export const UserTokenRecord = z.object({
  id: z.string(),
  userId: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.iso.datetime(),
});
export type UserTokenRecord = z.infer<typeof UserTokenRecord>;

/** What a bearer token of programs stands for: an access token, also one by OAuth for an organization, or an OAuth token for a user. */
export const BearerRecord = z.union([AccessTokenRecord, UserTokenRecord]);
export type BearerRecord = z.infer<typeof BearerRecord>;

/** Finds a live access token by the SHA-256 (hex) of its text and warms Redis with it. */
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

/** One membership, or null. */
export const askMembership = defineAsk(
  'ask.organization.membership',
  z.object({ userId: z.string(), organizationId: z.string() }),
  MembershipFacts.nullable(),
);

/** All memberships of a user. */
export const askMemberships = defineAsk(
  'ask.organization.memberships',
  z.object({ userId: z.string() }),
  z.array(MembershipFacts),
);

/**
 * Makes a user a member (contracts/auth.md, section 10: add-member is no route). Fails with the contract's errors:
 * teams not enabled, user not found, already a member, team not found, membership limit reached.
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

/** What billing and webhook know of an organization. */
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
  /** All of it, as the billing API answers it (snake_case); null from a release that did not tell. */
  snapshot: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type OrganizationFacts = z.infer<typeof OrganizationFacts>;
export const askOrganization = defineAsk(
  'ask.organization.organization',
  z.object({ organizationId: z.string() }),
  OrganizationFacts.nullable(),
);

/** A gateway's note that an access token was used (core NATS, no answer, at most once a minute and token). */
export const AccessTokenUsed = z.object({ tokenId: z.string(), at: z.iso.datetime() });
export const accessTokenUsedSubject = 'note.organization.access-token-used';

/**
 * Which site may show a checkout in a frame, and whether its page talks to Stripe. `openUntil`: when it expires, where it is open and
 * holds nothing of its buyer yet, else null. Null: no such checkout.
 */
export const askCheckoutFrame = defineAsk(
  'ask.billing.checkout-frame',
  z.object({ clientSecret: z.string() }),
  // Replicas of the release before do not say.
  z
    .object({
      embedOrigin: z.string().nullable(),
      isAtStripe: z.boolean().default(false),
      openUntil: z.iso.datetime().nullable().default(null),
    })
    .nullable(),
);

/** Whether the pages of a seller's customers talk to Stripe, by the seller's slug. Null: no such seller. */
export const askPortalPage = defineAsk(
  'ask.billing.portal-page',
  z.object({ slug: z.string() }),
  z.object({ isAtStripe: z.boolean() }).nullable(),
);

/** A customer's session by the hash of its token. Null: no such session, or it has ended. */
export const askCustomerSession = defineAsk(
  'ask.billing.customer-session',
  z.object({ tokenHash: z.string() }),
  CustomerCaller.omit({ kind: true }).nullable(),
);
