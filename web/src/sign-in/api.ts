import { asciiAddress } from '@tessera/proto/api/email-address';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { SessionAndUser } from '@tessera/proto/api/identity/session';
import type { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import type { ProviderId, SignInSocialReply } from '@tessera/proto/api/identity/social';
import { type Answer, call } from '../api/request/call.ts';
import { paths } from '../paths.ts';

/**
 * Replies of the auth API are in camel case. Those read here contain no dates, so that no schema is loaded to parse
 * them.
 */
const as = <Value>(answer: Answer<unknown>): Answer<Value> => answer as Answer<Value>;

/** The installation's public options. */
export const readOptions = async () => as<PublicOptions>(await call('/auth/public-options'));

/** The signed-in user, as far as the sign-in page needs it. */
export type Someone = { user: Pick<SessionAndUser['user'], 'id'> };

/** The session from the server's store, past the browser's session cache of a minute; `data` is null without one. */
export const readSession = async () =>
  as<Someone | null>(await call('/auth/get-session?disableCookieCache=true'));

type SignIn = SignInNameForm & {
  /** Where to go after the address is verified, if that is required. */
  next: string;
};

/** By e-mail address or username: only an address has an @. */
export const signIn = ({ name, next, ...body }: SignIn): Promise<Answer<unknown>> =>
  name.includes('@')
    ? call('/auth/sign-in/email', {
        method: 'POST',
        body: { ...body, email: asciiAddress(name), callbackURL: paths.emailVerified(next) },
      })
    : call('/auth/sign-in/username', { method: 'POST', body: { ...body, username: name } });

type ProviderSignIn = {
  provider: ProviderId;
  callbackURL: string;
  errorCallbackURL: string;
  /** Allows the creation of an account where sign-up must be requested explicitly. */
  requestSignUp: boolean;
};

/** Returns the provider's sign-in page, which redirects back to `callbackURL`. */
export const signInWithProvider = async (body: ProviderSignIn) =>
  as<SignInSocialReply>(await call('/auth/sign-in/social', { method: 'POST', body }));
