import { paths } from '../../paths.ts';
import { api } from '../request/base.ts';

/** Requests without a session: a forgotten password, and an address that is not verified yet. */
const passwords = api.injectEndpoints({
  endpoints: (build) => ({
    forgetPassword: build.mutation<unknown, { email: string; next?: string }>({
      query: ({ email, next }) => ({
        url: '/auth/forget-password',
        method: 'POST',
        body: { email, redirectTo: paths.resetPassword(next) },
      }),
    }),
    resetPassword: build.mutation<unknown, { newPassword: string; token: string }>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body }),
      // A new password ends every session, possibly this browser's too.
      invalidatesTags: ['Session', 'OwnSession', 'DeviceSession'],
    }),
    sendVerification: build.mutation<unknown, { email: string; next?: string }>({
      query: ({ email, next }) => ({
        url: '/auth/send-verification-email',
        method: 'POST',
        body: { email, callbackURL: paths.emailVerified(next) },
      }),
    }),
  }),
});

export const { useForgetPasswordMutation, useResetPasswordMutation, useSendVerificationMutation } = passwords;
