import { SessionAndUser } from '@tessera/proto/api/identity/session';
import type { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import { SignUpEmailReply } from '@tessera/proto/api/identity/sign-up';
import { paths } from '../paths.ts';
import { api, authReply } from './base.ts';
import { sessionOpened } from './session-expiry.ts';

/** `next` is where to go on once the address is confirmed. */
export type SignUp = { name: string; email: string; password: string; next: string };
export type SignIn = SignInNameForm & { next: string };

const session = authReply(SessionAndUser.nullable());

const sessions = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionAndUser | null, void>({
      query: () => ({ url: '/auth/get-session' }),
      transformResponse: session,
      providesTags: ['Session'],
    }),
    signUp: build.mutation<SignUpEmailReply, SignUp>({
      query: ({ next, ...body }) => ({
        url: '/auth/sign-up/email',
        method: 'POST',
        body: { ...body, callbackURL: paths.emailVerified(next) },
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

export const { useGetSessionQuery, useSignUpMutation, useSignInMutation, useSignOutMutation } = sessions;
