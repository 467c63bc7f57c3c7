/**
 * The passport: what the gateway vouches for about a caller, as a JWT (EdDSA) of one minute in the header
 * `x-tessera-passport`. Services trust nothing else about who is calling.
 */
import { z } from 'zod';

export const passportHeader = 'x-tessera-passport';
export const passportIssuer = 'tessera-gateway';
/** Seconds a passport is good for. */
export const passportLifetime = 60;

export const UserCaller = z.object({
  kind: z.literal('user'),
  userId: z.string(),
  sessionId: z.string(),
  email: z.string(),
  /**
   * Whether `emailVerified` says that the address is theirs; absent: no. It may be the word of a provider that proves
   * nothing: what is given to an address's owner asks `isEmailProven` of identity.
   */
  isEmailVerified: z.boolean().optional(),
  name: z.string(),
  /** When this session began, in milliseconds since 1970; absent: not told. */
  signedInAt: z.number().optional(),
  activeOrganizationId: z.string().nullable(),
  /** Roles of the account (not of a membership), comma-separated; absent: none but the default. */
  role: z.string().optional(),
  /** Whether an administrator acts as this person for a while; absent: no. */
  isImpersonated: z.boolean().optional(),
});

export const TokenCaller = z.object({
  kind: z.literal('token'),
  tokenId: z.string(),
  organizationId: z.string(),
  scopes: z.array(z.string()),
  /** The OAuth client that acts for the organization; absent: the organization's own token. */
  clientId: z.string().optional(),
});

/**
 * A program that a user has allowed to act for them (OAuth 2): what they may do, as far as its scopes go. It is a kind of its
 * own, not a user: what asks for a person is closed to it.
 */
export const UserTokenCaller = z.object({
  kind: z.literal('user-token'),
  tokenId: z.string(),
  clientId: z.string(),
  userId: z.string(),
  scopes: z.array(z.string()),
});

/** A customer, by a session that a seller or a checkout opened. It opens all that they have, or what one checkout sold. */
export const CustomerCaller = z.object({
  kind: z.literal('customer'),
  sessionId: z.string(),
  organizationId: z.string(),
  scope: z.union([z.object({ customerId: z.string() }), z.object({ checkoutId: z.string() })]),
});

/** The claims besides `iss`, `iat` and `exp`. */
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

/** Whoever is calling: someone signed in, an organization's access token, a program of theirs, a customer, or nobody we know. */
export type Caller = PassportClaims | { kind: 'anonymous' };
