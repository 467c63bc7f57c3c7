import { ChangePasswordReply, DeleteUserReply } from '@tessera/proto/api/identity/account';
import { ListSessionsReply } from '@tessera/proto/api/identity/sessions';
import {
  LinkedAccount as LinkedAccountShape,
  LinkSocialReply,
  type ProviderId,
} from '@tessera/proto/api/identity/social';
import { paths } from '../../paths.ts';
import { api, authReply, type Stored } from '../request/base.ts';
import { type WholeList, wholeList } from '../request/list.ts';
import type { AuthSession } from './sessions.ts';

export type LinkedAccount = Stored<typeof LinkedAccountShape>;

export type ProfileChanges = {
  name?: string;
  image?: string | null;
  username?: string | null;
  displayUsername?: string | null;
};
/** Values of the installation's additional fields, by field name. */
type FieldChanges = Record<string, unknown>;
type PasswordChange = { currentPassword: string; newPassword: string; revokeOtherSessions: boolean };

const readSessions = authReply(ListSessionsReply);
const readAccounts = authReply(LinkedAccountShape.array());

/** The signed-in person's own account: profile, address, password, sessions, sign-in methods, deletion. */
const account = api.injectEndpoints({
  endpoints: (build) => ({
    updateUser: build.mutation<unknown, ProfileChanges | FieldChanges>({
      query: (body) => ({ url: '/auth/update-user', method: 'POST', body }),
      invalidatesTags: ['Session', 'DeviceSession'],
    }),
    /** A JPEG or WebP as base64; null removes the picture. */
    setPicture: build.mutation<unknown, string | null>({
      query: (picture) =>
        picture === null
          ? { url: '/auth/account-picture', method: 'DELETE' }
          : { url: '/auth/account-picture', method: 'POST', body: { picture } },
      invalidatesTags: ['Session', 'DeviceSession', 'Member'],
    }),
    changeEmail: build.mutation<unknown, string>({
      query: (newEmail) => ({
        url: '/auth/change-email',
        method: 'POST',
        body: { newEmail, callbackURL: paths.emailChanged },
      }),
      invalidatesTags: ['Session', 'DeviceSession'],
    }),
    changePassword: build.mutation<unknown, PasswordChange>({
      query: (body) => ({ url: '/auth/change-password', method: 'POST', body }),
      transformResponse: authReply(ChangePasswordReply),
      invalidatesTags: ['Session', 'OwnSession', 'DeviceSession'],
    }),
    listOwnSessions: build.query<WholeList<AuthSession>, void>({
      query: () => ({ url: '/auth/list-sessions' }),
      transformResponse: (reply) => wholeList(readSessions(reply)),
      providesTags: ['OwnSession'],
    }),
    revokeSession: build.mutation<unknown, string>({
      query: (token) => ({ url: '/auth/revoke-session', method: 'POST', body: { token } }),
      invalidatesTags: ['OwnSession', 'DeviceSession'],
    }),
    revokeOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/revoke-other-sessions', method: 'POST', body: {} }),
      invalidatesTags: ['OwnSession', 'DeviceSession'],
    }),
    listLinkedAccounts: build.query<WholeList<LinkedAccount>, void>({
      query: () => ({ url: '/auth/list-accounts' }),
      transformResponse: (reply) => wholeList(readAccounts(reply)),
      providesTags: ['LinkedAccount'],
    }),
    /** Returns the provider's consent page, which redirects back to the account. */
    linkAccount: build.mutation<LinkSocialReply, ProviderId>({
      query: (provider) => ({
        url: '/auth/link-social',
        method: 'POST',
        body: { provider, callbackURL: paths.accountSecurity },
      }),
      transformResponse: authReply(LinkSocialReply),
    }),
    unlinkAccount: build.mutation<unknown, { providerId: string; accountId: string }>({
      query: (body) => ({ url: '/auth/unlink-account', method: 'POST', body }),
      invalidatesTags: ['LinkedAccount'],
    }),
    deleteAccount: build.mutation<DeleteUserReply, { password?: string; token?: string }>({
      query: (body) => ({
        url: '/auth/delete-user',
        method: 'POST',
        body: { ...body, callbackURL: paths.accountDeleted },
      }),
      transformResponse: authReply(DeleteUserReply),
    }),
  }),
});

export const {
  useUpdateUserMutation,
  useSetPictureMutation,
  useChangeEmailMutation,
  useChangePasswordMutation,
  useListOwnSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useListLinkedAccountsQuery,
  useLinkAccountMutation,
  useUnlinkAccountMutation,
  useDeleteAccountMutation,
} = account;
