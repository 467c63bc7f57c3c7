import { AuthorizationRequest } from '@tessera/proto/api/organization/oauth/authorization';
import { fromWire, toWire } from '@tessera/proto/api/wire';
import { patterns } from '../../paths.ts';

/** Reads the OAuth parameters of an authorization request from the URL; others are ignored. */
export const requestOf = (search: string): AuthorizationRequest =>
  fromWire(
    AuthorizationRequest,
    Object.fromEntries(new URLSearchParams(search)),
    'snake',
  ) as AuthorizationRequest; // strings as received: the server validates them

/** The URL of the whole request, to return to after signing in. */
export const addressOf = (request: AuthorizationRequest): string => {
  const named = toWire(AuthorizationRequest, request, 'snake') as Record<string, string>; // by their OAuth names
  // Uses only the characters that the server accepts in a return URL.
  return `${patterns.authorize}?${new URLSearchParams(named).toString().replaceAll('*', '%2A')}`;
};
