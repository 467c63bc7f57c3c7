/**
 * The passport: the gateway's statement of who the caller is, as a JWT (EdDSA) valid for one minute in the header
 * `x-tessera-passport`. Services trust nothing else about the caller.
 */
import { z } from 'zod';

export const passportHeader = 'x-tessera-passport';
export const passportIssuer = 'tessera-gateway';
/** Validity of a passport, in seconds. */
export const passportLifetime = 60;

export const UserCaller = z.object({
  kind: z.literal('user'),
  userId: z.string(),
  sessionId: z.string(),
  email: z.string(),
  /**
   * The user's `emailVerified`; absent: false. It may come from a provider that does not verify addresses: before
   * granting anything to the owner of an address, ask identity for `isEmailProven`.
   */
  isEmailVerified: z.boolean().optional(),
  name: z.string(),
  /** When this session began, in milliseconds since 1970; absent: not told. */
  signedInAt: z.number().optional(),
  activeOrganizationId: z.string().nullable(),
  /** Roles of the account (not of a membership), comma-separated; absent: the default role only. */
  role: z.string().optional(),
  /** Whether an administrator impersonates the user; absent: false. */
  isImpersonated: z.boolean().optional(),
  /** That administrator's user id; gateways of earlier releases do not tell it. */
  impersonatedBy: z.string().optional(),
});

export const TokenCaller = z.object({
  kind: z.literal('token'),
  tokenId: z.string(),
  organizationId: z.string(),
  scopes: z.array(z.string()),
  /** The OAuth client that acts for the organization; absent: it is an organization access token. */
  clientId: z.string().optional(),
});

/**
 * An OAuth client that acts for a user: the user's permissions, limited by its scopes. Not a `UserCaller`: routes
 * that require a signed-in user reject it.
 */
export const UserTokenCaller = z.object({
  kind: z.literal('user-token'),
  tokenId: z.string(),
  clientId: z.string(),
  userId: z.string(),
  scopes: z.array(z.string()),
});

/**
 * A customer, by a session that a seller or a checkout opened. Its scope is all data of the customer, or one
 * checkout.
 */
export const CustomerCaller = z.object({
  kind: z.literal('customer'),
  sessionId: z.string(),
  organizationId: z.string(),
  scope: z.union([z.object({ customerId: z.string() }), z.object({ checkoutId: z.string() })]),
});

/** The claims in addition to `iss`, `iat` and `exp`. */
export const PassportClaims = z.discriminatedUnion('kind', [
  UserCaller,
  TokenCaller,
  UserTokenCaller,
  CustomerCaller,
]);
export type PassportClaims = z.infer<typeof PassportClaims>;
export type UserCaller = z.infer<typeof UserCaller>;
export type TokenCaller = z.infer<typeof TokenCaller>;
export type UserTokenCaller = z.infer<typeof UserTokenCaller>;
export type CustomerCaller = z.infer<typeof CustomerCaller>;

/** The caller: a user, an access token, an OAuth client of a user, a customer, or anonymous. */
export type Caller = PassportClaims | { kind: 'anonymous' };
