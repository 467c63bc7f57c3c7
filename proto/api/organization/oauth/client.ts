/** OAuth clients: registration, and management by their owners (RFC 7591, RFC 7592). */
import { z } from 'zod';
import { text, webUrl } from '../../fields.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { timestamp } from '../../wire.ts';
import { OAuthScope, OAuthSubject, readScopes } from './scopes.ts';

const scopeText = text.max(4096).refine((value) => readScopes(value) !== null, 'Contains an unknown scope');

const loopbackHost = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Schemes with a special meaning to browsers or operating systems, which cannot belong to an app. */
const refusedSchemes =
  /^(about|blob|callto|chrome|content|data|feed|file|filesystem|ftp|hcp|intent|jar|javascript|ldap|mailto|market|mhtml|mk|ms-[\w.-]+|nfs|res|resource|search|search-ms|shell|smb|sms|ssh|tel|telnet|vbscript|view-source|wss?):$/;

/**
 * Whether a URI is allowed as redirect URI: https, http for loopback hosts, or the private scheme of a native app
 * (`com.example.app:/callback`); never with a fragment (RFC 6749, section 3.1.2).
 */
export const isRedirectUri = (value: string): boolean => {
  if (/[\p{Cc}\p{Cs}\p{Z}\\#]/u.test(value)) return false;
  const url = URL.parse(value);
  if (!url || url.username || url.password) return false;
  if (url.protocol === 'https:') return url.hostname !== '';
  if (url.protocol === 'http:') return loopbackHost.test(url.hostname);
  return !refusedSchemes.test(url.protocol);
};

const redirectUri = text
  .min(1)
  .max(2083)
  .refine(isRedirectUri, 'Must be an https URL, an http URL of this machine, or one of an app’s own scheme')
  .meta({ format: 'uri' });

/**
 * The name of an app, which consent pages and mails show to others: in one line, in the direction of its letters, and
 * with something to see.
 */
const clientName = text
  .trim()
  .min(1)
  .max(100)
  .refine(
    (value) =>
      !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(value) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(value),
    'Must be one line of visible text without direction controls',
  );

const TokenEndpointAuthMethod = z.enum(['client_secret_basic', 'client_secret_post', 'none']);

/**
 * A client to register (RFC 7591). `token_endpoint_auth_method` none: a public client, which has no secret and
 * requires PKCE.
 */
export const OAuthClientCreate = z.object({
  clientName,
  redirectUris: z.array(redirectUri).min(1).max(20),
  tokenEndpointAuthMethod: TokenEndpointAuthMethod.default('client_secret_post'),
  grantTypes: z
    .array(z.enum(['authorization_code', 'refresh_token']))
    .min(1)
    .max(2)
    .default(['authorization_code', 'refresh_token']),
  responseTypes: z.array(z.literal('code')).max(1).default(['code']),
  /** Scopes that it may request, separated by spaces. */
  scope: scopeText.default(OAuthScope.options.join(' ')),
  clientUri: webUrl.nullish(),
  logoUri: webUrl.nullish(),
  tosUri: webUrl.nullish(),
  policyUri: webUrl.nullish(),
  /** Default subject type of requests that name none. In later versions of the API. */
  defaultSubType: OAuthSubject.default('user'),
});
export type OAuthClientCreate = z.output<typeof OAuthClientCreate>;

const kept = <Inner extends z.ZodType>(shape: z.ZodDefault<Inner>) => shape.unwrap().optional();

/** Changes to a registered client; omitted: unchanged, null: cleared. `client_id` must be that of the path. */
export const OAuthClientUpdate = OAuthClientCreate.extend({
  tokenEndpointAuthMethod: kept(OAuthClientCreate.shape.tokenEndpointAuthMethod),
  grantTypes: kept(OAuthClientCreate.shape.grantTypes),
  responseTypes: kept(OAuthClientCreate.shape.responseTypes),
  scope: kept(OAuthClientCreate.shape.scope),
  defaultSubType: kept(OAuthClientCreate.shape.defaultSubType),
  clientId: text.max(255),
  /** By RFC 7592; if present, must be the current secret. */
  clientSecret: text.max(255).nullish(),
});
export type OAuthClientUpdate = z.output<typeof OAuthClientUpdate>;

const ClientMetadata = {
  clientName: z.string(),
  redirectUris: z.array(z.string()),
  tokenEndpointAuthMethod: TokenEndpointAuthMethod,
  grantTypes: z.array(z.string()),
  responseTypes: z.array(z.string()),
  scope: z.string(),
  defaultSubType: OAuthSubject,
};

/**
 * A client in its owner's list. `client_secret` is empty for a public client; `client_id_issued_at`: Unix seconds.
 */
export const OAuthClient = z.object({
  ...ClientMetadata,
  clientUri: z.string().nullable(),
  logoUri: z.string().nullable(),
  tosUri: z.string().nullable(),
  policyUri: z.string().nullable(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  clientId: z.string(),
  clientSecret: z.string(),
  clientIdIssuedAt: z.int(),
  clientSecretExpiresAt: z.literal(0),
  /** The organization whose access token registered it; null: a user. Addition to the contract. */
  organizationId: z.string().nullable(),
});
export type OAuthClient = z.infer<typeof OAuthClient>;

/** A client in replies of registration and its management (RFC 7592, section 3): unset values are omitted. */
export const OAuthClientRegistration = z.object({
  ...ClientMetadata,
  clientUri: z.string().optional(),
  logoUri: z.string().optional(),
  tosUri: z.string().optional(),
  policyUri: z.string().optional(),
  clientId: z.string(),
  /** Absent for a public client. */
  clientSecret: z.string().optional(),
  clientSecretExpiresAt: z.literal(0).optional(),
  clientIdIssuedAt: z.int(),
  registrationClientUri: z.string(),
  registrationAccessToken: z.string(),
});
export type OAuthClientRegistration = z.infer<typeof OAuthClientRegistration>;

export const OAuthClientPath = z.object({ clientId: text.min(1).max(255) });
export const OAuthClientListQuery = PageQuery;
export const OAuthClientPage = pageOf(OAuthClient);

/** A client as users see it who are asked for consent. */
export const OAuthClientPublic = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  clientId: z.string(),
  clientName: z.string().nullable(),
  clientUri: z.string().nullable(),
  logoUri: z.string().nullable(),
  tosUri: z.string().nullable(),
  policyUri: z.string().nullable(),
});
export type OAuthClientPublic = z.infer<typeof OAuthClientPublic>;
