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

const promptsOf = ({ prompt = '' }: AuthorizationRequest): string[] => prompt.split(' ').filter(Boolean);

/** Whether the app wants whoever is signed in to prove it once more (OpenID Connect Core, section 3.1.2.1). */
export const wantsLogin = (request: AuthorizationRequest): boolean => promptsOf(request).includes('login');

/** The way back to the question after signing in, which is then done. */
export const addressOf = (request: AuthorizationRequest): string => {
  const prompt = promptsOf(request).filter((each) => each !== 'login');
  const asked = { ...request, prompt: prompt.length === 0 ? undefined : prompt.join(' ') };
  const named = toWire(AuthorizationRequest, asked, 'snake') as Record<string, string>; // texts by the names of OAuth
  // In the few letters that an address has which the server sends back to.
  return `${patterns.authorize}?${new URLSearchParams(named).toString().replaceAll('*', '%2A')}`;
};
