import { SessionAndUser } from '@tessera/proto/api/identity/session';
import type { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import { SignUpEmailReply } from '@tessera/proto/api/identity/sign-up';
import { type ProviderId, SignInSocialReply } from '@tessera/proto/api/identity/social';
import { paths } from '../paths.ts';
import { api, authReply } from './base.ts';
import { sessionOpened } from './session-expiry.ts';

/** `next`: where to go when the address is confirmed. */
type SignUp = {
  name: string;
  email: string;
  password: string;
  next: string;
  /** What this installation asks for besides. */
  additional: Record<string, unknown>;
};
type SignIn = SignInNameForm & { next: string };
type ProviderSignIn = {
  provider: ProviderId;
  callbackURL: string;
  errorCallbackURL: string;
  /** Whether a new account may be made where that has to be asked for. */
  requestSignUp: boolean;
};

const session = authReply(SessionAndUser.nullable());

const sessions = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionAndUser | null, void>({
      query: () => ({ url: '/auth/get-session' }),
      transformResponse: session,
      providesTags: ['Session'],
    }),
    signUp: build.mutation<SignUpEmailReply, SignUp>({
      query: ({ next, additional, ...body }) => ({
        url: '/auth/sign-up/email',
        method: 'POST',
        body: { ...additional, ...body, callbackURL: paths.emailVerified(next) },
      }),
      transformResponse: authReply(SignUpEmailReply),
      onQueryStarted: forgetOthers,
    }),
    /** By e-mail address or by username: only an address has an @. */
    signIn: build.mutation<unknown, SignIn>({
      query: ({ name, next, ...body }) =>
        name.includes('@')
          ? {
              url: '/auth/sign-in/email',
              method: 'POST',
              body: { ...body, email: name, callbackURL: paths.emailVerified(next) },
            }
          : { url: '/auth/sign-in/username', method: 'POST', body: { ...body, username: name } },
      onQueryStarted: forgetOthers,
    }),
    /** Answers where the provider asks who someone is; it sends them back to `callbackURL`. */
    signInWithProvider: build.mutation<SignInSocialReply, ProviderSignIn>({
      query: (body) => ({ url: '/auth/sign-in/social', method: 'POST', body }),
      transformResponse: authReply(SignInSocialReply),
    }),
    /** As the server knows it now, not as this browser was told a minute ago. */
    getPresentSession: build.query<SessionAndUser | null, void>({
      query: () => ({ url: '/auth/get-session', query: { disableCookieCache: true } }),
      transformResponse: session,
      providesTags: ['Session'],
    }),
    signOut: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/sign-out', method: 'POST', body: {} }),
    }),
  }),
});

type Started = {
  dispatch: (action: ReturnType<typeof sessionOpened> | ReturnType<typeof api.util.resetApiState>) => unknown;
  queryFulfilled: Promise<unknown>;
};

/** Another person may have used this browser before: nothing of theirs stays in memory. */
async function forgetOthers(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  await queryFulfilled.then(
    () => {
      dispatch(api.util.resetApiState());
      dispatch(sessionOpened());
    },
    () => undefined,
  );
}

export const {
  useGetSessionQuery,
  useGetPresentSessionQuery,
  useSignUpMutation,
  useSignInMutation,
  useSignInWithProviderMutation,
  useSignOutMutation,
} = sessions;
