import {
  type AuthSession as AuthSessionShape,
  type AuthUser as AuthUserShape,
  SessionAndUser as SessionAndUserShape,
} from '@tessera/proto/api/identity/session';
import { SignUpEmailReply } from '@tessera/proto/api/identity/sign-up';
import type { Plain } from '@tessera/proto/api/wire';
import { paths } from '../../paths.ts';
import { api, authReply, type Stored } from '../request/base.ts';
import { sessionOpened } from '../request/session-expiry.ts';
import { announceSession, announceWhenDone } from './session-broadcast.ts';

export type SessionAndUser = Stored<typeof SessionAndUserShape>;
export type AuthSession = Plain<AuthSessionShape>;
export type AuthUser = Plain<AuthUserShape>;

/** `next`: where to go after the address is verified. */
type SignUp = {
  name: string;
  email: string;
  password: string;
  next: string;
  /** Values of the installation's additional fields. */
  additional: Record<string, unknown>;
};
const session = authReply(SessionAndUserShape.nullable());

const sessions = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionAndUser | null, void>({
      query: () => ({ url: '/auth/get-session' }),
      transformResponse: session,
      providesTags: ['Session'],
    }),
    signUp: build.mutation<Stored<typeof SignUpEmailReply>, SignUp>({
      query: ({ next, additional, ...body }) => ({
        url: '/auth/sign-up/email',
        method: 'POST',
        body: { ...additional, ...body, callbackURL: paths.emailVerified(next) },
      }),
      transformResponse: authReply(SignUpEmailReply),
      onQueryStarted: forgetOthers,
    }),
    /** The session in the server's store, past the browser's session cache of a minute. */
    getPresentSession: build.query<SessionAndUser | null, void>({
      query: () => ({ url: '/auth/get-session', query: { disableCookieCache: true } }),
      transformResponse: session,
      providesTags: ['Session'],
    }),
    signOut: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/sign-out', method: 'POST', body: {} }),
      onQueryStarted: announceWhenDone,
    }),
  }),
});

/** Prefetches before the first render, which then finds the result in the cache. */
export const askSession = () => sessions.util.prefetch('getSession', undefined, {});

type Started = {
  dispatch: (action: ReturnType<typeof sessionOpened> | ReturnType<typeof api.util.resetApiState>) => unknown;
  queryFulfilled: Promise<unknown>;
};

/** Another user may have used this browser before: their cached data is dropped. */
async function forgetOthers(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  await queryFulfilled.then(
    () => {
      dispatch(api.util.resetApiState());
      dispatch(sessionOpened());
      announceSession();
    },
    () => undefined,
  );
}

export const { useGetSessionQuery, useGetPresentSessionQuery, useSignUpMutation, useSignOutMutation } =
  sessions;
