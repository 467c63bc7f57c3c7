/** Authorization requests and user consent (RFC 6749, section 4.1; RFC 7636; OpenID Connect Core). */
import { z } from 'zod';
import { id } from '../../fields.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { timestamp } from '../../wire.ts';
import { OAuthClientPublic } from './client.ts';
import { OAuthScope, OAuthSubject, parameter } from './scopes.ts';

/**
 * An authorization request (RFC 6749, section 4.1.1; RFC 7636; OpenID Connect Core, section 3.1.2.1). Accepts any
 * text, because errors are reported as OAuth errors.
 */
export const AuthorizationRequest = z.object({
  clientId: parameter(255),
  responseType: parameter(255),
  responseMode: parameter(255),
  /** Request objects (OpenID Connect Core, section 6) are not supported; parsed to reject them. */
  request: parameter(16_384),
  requestUri: parameter(2083),
  redirectUri: parameter(2083),
  scope: parameter(4096),
  state: parameter(4096),
  nonce: parameter(1024),
  prompt: parameter(255),
  maxAge: parameter(255),
  /** Whom the client expects to sign in; the sign-in page fills it in. */
  loginHint: parameter(2083),
  codeChallenge: parameter(255),
  codeChallengeMethod: parameter(255),
  subType: parameter(255),
  /** The organization's id, if the client requests an organization. */
  sub: parameter(255),
  /** Ours: `sign_in_asked` of an earlier reply to this request. A session that began after it satisfies the request. */
  signInAsked: parameter(1024),
});
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>;

const AuthorizeUser = z.object({ id: z.string(), email: z.string(), avatarUrl: z.string().nullable() });
/** `name` is in later versions of the API. */
export const AuthorizeOrganization = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
});

/** The consent to ask for. `organizations`: those to choose from; `sub`: the one already chosen. */
export const AuthorizeReply = z.discriminatedUnion('subType', [
  z.object({
    subType: z.literal('user'),
    client: OAuthClientPublic,
    sub: AuthorizeUser.nullable(),
    scopes: z.array(OAuthScope),
  }),
  z.object({
    subType: z.literal('organization'),
    client: OAuthClientPublic,
    sub: AuthorizeOrganization.nullable(),
    scopes: z.array(OAuthScope),
    organizations: z.array(AuthorizeOrganization),
  }),
]);
export type AuthorizeReply = z.infer<typeof AuthorizeReply>;

/** The user's response to a consent request (a form, as upstream); the authorization request is in the query. */
export const ConsentForm = z.object({ action: z.enum(['allow', 'deny']) });

/**
 * Addition to the contract, for the consent page: the authorization request, and later the user's response.
 * `organization_id`: the organization chosen on the page, which replaces the request's `sub`.
 */
export const AuthorizationStep = z.object({
  request: AuthorizationRequest,
  action: z.enum(['allow', 'deny']).optional(),
  organizationId: id.optional(),
});
export type AuthorizationStep = z.output<typeof AuthorizationStep>;

/**
 * Either the URL to redirect the browser to (`location`: the client's redirect URI with `code` or `error`), or the
 * consent to ask for, or `sign_in_asked`: the user has to sign in again and then repeats the request with this text.
 */
export const AuthorizationStepReply = z.object({
  location: z.string().nullable(),
  ask: AuthorizeReply.nullable(),
  signInAsked: z.string().nullable(),
  /** The host of the redirect URI, or its scheme for a native app. */
  redirectHost: z.string(),
});
export type AuthorizationStepReply = z.infer<typeof AuthorizationStepReply>;

/** A consent that a user has given to a client, for themselves or for an organization. Addition to the contract. */
export const OAuthConsent = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  client: OAuthClientPublic,
  subType: OAuthSubject,
  organizationId: z.string().nullable(),
  /** The user who last gave it; null: their account was deleted. */
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  scopes: z.array(z.string()),
  lastUsedAt: timestamp.nullable(),
});
export type OAuthConsent = z.infer<typeof OAuthConsent>;

/** The consents of an organization, for its managers; without it the user's own consents. */
export const OAuthConsentListQuery = PageQuery.extend({ organizationId: id.optional() });
export type OAuthConsentListQuery = z.output<typeof OAuthConsentListQuery>;
export const OAuthConsentPage = pageOf(OAuthConsent);
