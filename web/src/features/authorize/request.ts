import { AuthorizationRequest } from '@tessera/proto/api/organization/oauth/authorization';
import { fromWire, toWire } from '@tessera/proto/api/wire';
import { patterns } from '../../paths.ts';

/** What an app asks, by the names of OAuth in the address; what else stands there is left out. */
export const requestOf = (search: string): AuthorizationRequest =>
  fromWire(
    AuthorizationRequest,
    Object.fromEntries(new URLSearchParams(search)),
    'snake',
  ) as AuthorizationRequest; // any text, as it came: the server says what is wrong with it

/** The way back to the whole question after signing in. */
export const addressOf = (request: AuthorizationRequest): string => {
  const named = toWire(AuthorizationRequest, request, 'snake') as Record<string, string>; // texts by the names of OAuth
  // In the few letters that an address has which the server sends back to.
  return `${patterns.authorize}?${new URLSearchParams(named).toString().replaceAll('*', '%2A')}`;
};
