import {
  ListRolesReply,
  ListUsersReply,
  UserReply,
  UserSessionsReply,
} from '@tessera/proto/api/identity/admin';
import { announceWhenDone } from '../account/session-broadcast.ts';
import type { AuthSession, AuthUser } from '../account/sessions.ts';
import { api, authReply } from '../request/base.ts';
import { type WholeList, wholeList } from '../request/list.ts';
import { changeTags, listTag, listTags, tagOf } from '../request/tags.ts';

const perPage = 20;

export type UserSort = { by: 'name' | 'email' | 'createdAt'; direction: 'asc' | 'desc' };
export type UserFilter = { field: 'role' | 'banned'; operator: 'eq' | 'has'; value: string };
export type UserList = {
  page: number;
  limit?: number;
  search: string;
  searchIn: 'name' | 'email';
  sort: UserSort;
  filter: UserFilter | null;
};
type NewUser = { name: string; email: string; password: string; role?: string[] };
type Ban = { userId: string; banReason?: string; banExpiresIn?: number };

const readUsers = authReply(ListUsersReply);
const readSessions = authReply(UserSessionsReply);
const readUser = authReply(UserReply);

/** Requests of administrators about other users' accounts. */
const admin = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<WholeList<AuthUser>, UserList>({
      query: ({ page, limit = perPage, search, searchIn, sort, filter }) => ({
        url: '/auth/admin/list-users',
        query: {
          limit,
          offset: (page - 1) * limit,
          sortBy: sort.by,
          sortDirection: sort.direction,
          ...(search === '' ? {} : { searchValue: search, searchField: searchIn }),
          ...(filter && {
            filterField: filter.field,
            filterValue: filter.value,
            filterOperator: filter.operator,
          }),
        },
      }),
      transformResponse: (reply, _meta, { limit = perPage }) => {
        const { users, total } = readUsers(reply);
        return { items: users, pagination: { totalCount: total, maxPage: Math.ceil(total / limit) } };
      },
      providesTags: (list) => listTags('User', list?.items),
    }),
    getUser: build.query<AuthUser | null, string>({
      query: (id) => ({
        url: '/auth/admin/list-users',
        query: { limit: 1, filterField: 'id', filterValue: id },
      }),
      transformResponse: (reply) => readUsers(reply).users[0] ?? null,
      providesTags: (_reply, _error, id) => [tagOf('User', id)],
    }),
    createUser: build.mutation<AuthUser | null, NewUser>({
      query: (body) => ({ url: '/auth/admin/create-user', method: 'POST', body }),
      transformResponse: (reply) => readUser(reply).user,
      invalidatesTags: [listTag('User')],
    }),
    setRole: build.mutation<AuthUser | null, { userId: string; role: string[] }>({
      query: (body) => ({ url: '/auth/admin/set-role', method: 'POST', body }),
      transformResponse: (reply) => readUser(reply).user,
      invalidatesTags: (_reply, _error, { userId }) => [...changeTags('User', userId), 'OwnRight', 'Session'],
    }),
    listRoles: build.query<ListRolesReply, void>({
      query: () => ({ url: '/auth/admin/list-roles' }),
      transformResponse: authReply(ListRolesReply),
    }),
    banUser: build.mutation<AuthUser | null, Ban>({
      query: (body) => ({ url: '/auth/admin/ban-user', method: 'POST', body }),
      transformResponse: (reply) => readUser(reply).user,
      invalidatesTags: (_reply, _error, { userId }) => [
        ...changeTags('User', userId),
        tagOf('UserSession', userId),
      ],
    }),
    unbanUser: build.mutation<AuthUser | null, string>({
      query: (userId) => ({ url: '/auth/admin/unban-user', method: 'POST', body: { userId } }),
      transformResponse: (reply) => readUser(reply).user,
      invalidatesTags: (_reply, _error, userId) => changeTags('User', userId),
    }),
    impersonate: build.mutation<unknown, string>({
      query: (userId) => ({ url: '/auth/admin/impersonate-user', method: 'POST', body: { userId } }),
      onQueryStarted: announceWhenDone,
    }),
    stopImpersonating: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/admin/stop-impersonating', method: 'POST', body: {} }),
      onQueryStarted: announceWhenDone,
    }),
    listUserSessions: build.query<WholeList<AuthSession>, string>({
      query: (userId) => ({ url: '/auth/admin/list-user-sessions', method: 'POST', body: { userId } }),
      transformResponse: (reply) => wholeList(readSessions(reply).sessions),
      providesTags: (_reply, _error, userId) => [tagOf('UserSession', userId)],
    }),
    revokeUserSession: build.mutation<unknown, string>({
      query: (sessionToken) => ({
        url: '/auth/admin/revoke-user-session',
        method: 'POST',
        body: { sessionToken },
      }),
      invalidatesTags: ['UserSession'],
    }),
    revokeUserSessions: build.mutation<unknown, string>({
      query: (userId) => ({ url: '/auth/admin/revoke-user-sessions', method: 'POST', body: { userId } }),
      invalidatesTags: (_reply, _error, userId) => [tagOf('UserSession', userId)],
    }),
    setUserPassword: build.mutation<unknown, { userId: string; newPassword: string }>({
      query: (body) => ({ url: '/auth/admin/set-user-password', method: 'POST', body }),
    }),
    removeUser: build.mutation<unknown, string>({
      query: (userId) => ({ url: '/auth/admin/remove-user', method: 'POST', body: { userId } }),
      invalidatesTags: [listTag('User')],
    }),
  }),
});

export const {
  useListUsersQuery,
  useLazyListUsersQuery,
  useGetUserQuery,
  useCreateUserMutation,
  useListRolesQuery,
  useSetRoleMutation,
  useBanUserMutation,
  useUnbanUserMutation,
  useImpersonateMutation,
  useStopImpersonatingMutation,
  useListUserSessionsQuery,
  useRevokeUserSessionMutation,
  useRevokeUserSessionsMutation,
  useSetUserPasswordMutation,
  useRemoveUserMutation,
} = admin;
