/** A user is asked to allow a client what it wants (RFC 6749, section 4.1; RFC 7636; OpenID Connect Core). */
import { z } from 'zod';
import { id } from '../../fields.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { timestamp } from '../../wire.ts';
import { OAuthClientPublic } from './client.ts';
import { OAuthScope, OAuthSubject, parameter } from './scopes.ts';

/**
 * What a client asks of a user's browser (RFC 6749, section 4.1.1; RFC 7636; OpenID Connect Core, section 3.1.2.1). Taken as
 * any text: what is wrong is told in the words of OAuth.
 */
export const AuthorizationRequest = z.object({
  clientId: parameter(255),
  responseType: parameter(255),
  responseMode: parameter(255),
  /** Request objects, which there are not here (OpenID Connect Core, section 6): known so that they are refused. */
  request: parameter(16_384),
  requestUri: parameter(2083),
  redirectUri: parameter(2083),
  scope: parameter(4096),
  state: parameter(4096),
  nonce: parameter(1024),
  prompt: parameter(255),
  maxAge: parameter(255),
  codeChallenge: parameter(255),
  codeChallengeMethod: parameter(255),
  subType: parameter(255),
  /** The organization's id, where an organization is asked for. */
  sub: parameter(255),
  /** Ours: `sign_in_asked` of an earlier answer to this request; a session that began later is new enough for it. */
  signInAsked: parameter(1024),
});
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>;

const AuthorizeUser = z.object({ id: z.string(), email: z.string(), avatarUrl: z.string().nullable() });
/** `name` is of later versions of the API. */
export const AuthorizeOrganization = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
});

/** What a user is asked to allow. `organizations`: those that they may choose from; `sub`: the one that is chosen already. */
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

/** The answer of a user to a request (a form, as upstream); the request itself is in the query. */
export const ConsentForm = z.object({ action: z.enum(['allow', 'deny']) });

/**
 * Ours, for the page that asks: the request, and later the answer to it. `organization_id`: the one chosen on the page, in
 * place of the request's `sub`.
 */
export const AuthorizationStep = z.object({
  request: AuthorizationRequest,
  action: z.enum(['allow', 'deny']).optional(),
  organizationId: id.optional(),
});
export type AuthorizationStep = z.output<typeof AuthorizationStep>;

/**
 * Either where the browser goes from here (`location`: the client's redirect URI with `code`, or with `error`), or what the
 * user has to be asked first, or (`sign_in_asked`) that somebody has to sign in anew, and then comes back with this text.
 */
export const AuthorizationStepReply = z.object({
  location: z.string().nullable(),
  ask: AuthorizeReply.nullable(),
  signInAsked: z.string().nullable(),
  /** The host of the redirect URI, or its scheme for an app on the user's machine. */
  redirectHost: z.string(),
});
export type AuthorizationStepReply = z.infer<typeof AuthorizationStepReply>;

/** Ours: what a user has allowed a client, for themselves or for an organization. */
export const OAuthConsent = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  client: OAuthClientPublic,
  subType: OAuthSubject,
  organizationId: z.string().nullable(),
  /** Who has allowed it last; null: their account is gone. */
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  scopes: z.array(z.string()),
  lastUsedAt: timestamp.nullable(),
});
export type OAuthConsent = z.infer<typeof OAuthConsent>;

/** Those of an organization, for whoever manages it; else those that the user has given for themselves. */
export const OAuthConsentListQuery = PageQuery.extend({ organizationId: id.optional() });
export type OAuthConsentListQuery = z.output<typeof OAuthConsentListQuery>;
export const OAuthConsentPage = pageOf(OAuthConsent);
