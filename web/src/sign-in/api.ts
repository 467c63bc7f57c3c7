import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { SessionAndUser } from '@tessera/proto/api/identity/session';
import type { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import type { ProviderId, SignInSocialReply } from '@tessera/proto/api/identity/social';
import { type Answer, call } from '../api/call.ts';
import { paths } from '../paths.ts';

/** Replies of the auth API are spelt as in code. What is read of them here holds no dates, so that no shape is loaded to read them. */
const as = <Value>(answer: Answer<unknown>): Answer<Value> => answer as Answer<Value>;

/** How this installation is configured. */
export const readOptions = async () => as<PublicOptions>(await call('/auth/public-options'));

/** Whoever is signed in, as much as matters to the page of signing in. */
export type Someone = { user: Pick<SessionAndUser['user'], 'id'> };

/** Who is signed in, as the server knows it and not as this browser was told a minute ago; `data` is null for nobody. */
export const readSession = async () =>
  as<Someone | null>(await call('/auth/get-session?disableCookieCache=true'));

type SignIn = SignInNameForm & {
  /** Where to go once the address is confirmed, if it has to be. */
  next: string;
};

/** By e-mail address or by username: only an address has an @. */
export const signIn = ({ name, next, ...body }: SignIn): Promise<Answer<unknown>> =>
  name.includes('@')
    ? call('/auth/sign-in/email', {
        method: 'POST',
        body: { ...body, email: name, callbackURL: paths.emailVerified(next) },
      })
    : call('/auth/sign-in/username', { method: 'POST', body: { ...body, username: name } });

type ProviderSignIn = {
  provider: ProviderId;
  callbackURL: string;
  errorCallbackURL: string;
  /** Whether a new account may be made where that has to be asked for. */
  requestSignUp: boolean;
};

/** Answers where the provider asks who someone is; it sends them back to `callbackURL`. */
export const signInWithProvider = async (body: ProviderSignIn) =>
  as<SignInSocialReply>(await call('/auth/sign-in/social', { method: 'POST', body }));
