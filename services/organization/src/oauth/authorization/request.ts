/** Validates authorization requests: scopes, redirect URI, PKCE and OpenID Connect parameters. Pure. */
import type { AuthorizationRequest } from '@tessera/proto/api/organization/oauth/authorization';
import { type OAuthScope, OAuthSubject, readScopes } from '@tessera/proto/api/organization/oauth/scopes';
import type { ClientRow } from '../clients/entity.ts';
import { oauthErrors } from '../errors.ts';

/** A valid request. */
export type Wanted = {
  scopes: OAuthScope[];
  redirectUri: string;
  isRedirectUriGiven: boolean;
  subType: OAuthSubject;
  codeChallenge: string | null;
  nonce: string | null;
  prompts: Set<string>;
  /** Maximum age of the sign-in, in seconds; null: any session is accepted. */
  maxAge: number | null;
};

const loopback = /^(http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/;

/**
 * Removes the port of a loopback URI, since native clients listen on any free port (RFC 8252, section 7.3). Works on
 * the text: a parser would normalize tabs, backslashes and `..`, while the redirect goes to the URI as it is written.
 */
const withoutLoopbackPort = (uri: string): string => uri.replace(loopback, '$1');

/** Returns the redirect URI. Throws InvalidRequest unless it is registered: no error may go to an untrusted URI. */
export const redirectUriOf = (client: ClientRow, { redirectUri, state }: AuthorizationRequest): string => {
  const refuse = (description: string) =>
    oauthErrors.InvalidRequest(description, state === undefined ? {} : { state });
  if (redirectUri === undefined) {
    const [only, ...more] = client.redirectUris;
    if (only === undefined || more.length > 0) throw refuse('The request names no redirect_uri.');
    return only;
  }
  const isKnown = client.redirectUris.some(
    (known) => known === redirectUri || withoutLoopbackPort(known) === withoutLoopbackPort(redirectUri),
  );
  if (!isKnown) throw refuse('The redirect_uri is not registered for this client.');
  return redirectUri;
};

/** Returns the kind of subject. Throws InvalidRequest, shown to the user, when it is unknown or contradicts `sub`. */
const subTypeOf = (client: ClientRow, { subType, sub, state }: AuthorizationRequest): OAuthSubject => {
  const extra = state === undefined ? {} : { state };
  const read = OAuthSubject.safeParse(subType ?? client.defaultSubType);
  if (!read.success) throw oauthErrors.InvalidRequest('Invalid sub_type', extra);
  if (read.data === 'user' && sub !== undefined)
    throw oauthErrors.InvalidRequest('sub is only allowed with sub_type organization.', extra);
  return read.data;
};

/** An OAuth error, which is sent to the client at its redirect URI. */
export type Refused = { error: string; description: string };

const refused = (error: string, description: string): Refused => ({ error, description });

/** Validates a request of a known client. Throws errors that must not be sent to the redirect URI. */
export const readRequest = (client: ClientRow, request: AuthorizationRequest): Wanted | Refused => {
  const redirectUri = redirectUriOf(client, request);
  const subType = subTypeOf(client, request);
  const unsupported = unsupportedFault(request);
  if (unsupported) return unsupported;
  if (request.responseType === undefined) return refused('invalid_request', 'response_type is missing.');
  if (request.responseType !== 'code')
    return refused('unsupported_response_type', 'The only response_type is code.');
  if (!client.grantTypes.includes('authorization_code') || !client.responseTypes.includes('code'))
    return refused('unauthorized_client', 'The client is not registered for this.');
  const scopes = request.scope === undefined ? client.scopes : readScopes(request.scope);
  if (!scopes?.every((scope) => client.scopes.includes(scope)))
    return refused('invalid_scope', 'A scope is unknown, or the client is not registered for it.');
  return (
    challengeFault(client, request) ?? {
      scopes,
      redirectUri,
      isRedirectUriGiven: request.redirectUri !== undefined,
      subType,
      codeChallenge: request.codeChallenge ?? null,
      nonce: request.nonce ?? null,
      prompts: promptsOf(request),
      maxAge: request.maxAge === undefined ? null : Number(request.maxAge),
    }
  );
};

/** Refuses unsupported and invalid parameters, as OpenID Connect demands (Core, sections 3.1.2.1, 6.1 and 6.2). */
const unsupportedFault = (asked: AuthorizationRequest): Refused | null => {
  if (asked.request !== undefined)
    return refused('request_not_supported', 'Request objects are not supported.');
  if (asked.requestUri !== undefined)
    return refused('request_uri_not_supported', 'Request objects are not supported.');
  if (asked.responseMode !== undefined && asked.responseMode !== 'query')
    return refused('invalid_request', 'The only response_mode is query.');
  if (asked.maxAge !== undefined && !/^\d+$/.test(asked.maxAge))
    return refused('invalid_request', 'max_age must be a number of seconds.');
  const prompts = promptsOf(asked);
  return prompts.has('none') && prompts.size > 1
    ? refused('invalid_request', 'prompt none cannot be combined with other values.')
    : null;
};

export const promptsOf = ({ prompt }: AuthorizationRequest): Set<string> =>
  new Set(prompt?.split(' ').filter(Boolean));

const challengeFault = (client: ClientRow, request: AuthorizationRequest): Refused | null => {
  const { codeChallenge, codeChallengeMethod } = request;
  if (codeChallenge === undefined) {
    if (codeChallengeMethod !== undefined) return refused('invalid_request', 'code_challenge is missing.');
    return client.authMethod === 'none'
      ? refused('invalid_request', 'A public client needs code_challenge (PKCE).')
      : null;
  }
  if (codeChallengeMethod !== 'S256')
    return refused('invalid_request', 'The only code_challenge_method is S256.');
  return /^[\w-]{43}$/.test(codeChallenge)
    ? null
    : refused('invalid_request', 'code_challenge must be the SHA-256 of the verifier, base64url.');
};

/** Appends parameters to a redirect URI and leaves the rest as it is written. */
export const withAnswer = (redirectUri: string, answer: Record<string, string | undefined>): string => {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
};

/** The part of a redirect URI to show to the user: the host, or the scheme of a native app. */
export const redirectHostOf = (redirectUri: string): string => {
  const url = URL.parse(redirectUri);
  return url?.host || (url?.protocol.slice(0, -1) ?? '');
};

/**
 * Whether an earlier consent is enough to skip the question. Not for public clients with a redirect URI that any
 * program on the user's machine could receive (RFC 8252, section 8.6).
 */
export const isItself = (client: ClientRow, { redirectUri }: Wanted): boolean =>
  client.authMethod !== 'none' || redirectUri.startsWith('https:');
