import { ListDeviceSessionsReply } from '@tessera/proto/api/identity/sessions';
import { paths } from '../../paths.ts';
import { api, authReply } from '../request/base.ts';
import { type WholeList, wholeList } from '../request/list.ts';
import { announceWhenDone } from './session-broadcast.ts';
import type { SessionAndUser } from './sessions.ts';

const readSessions = authReply(ListDeviceSessionsReply);

/** Several accounts in one browser. */
const devices = api.injectEndpoints({
  endpoints: (build) => ({
    listDeviceSessions: build.query<WholeList<SessionAndUser>, void>({
      query: () => ({ url: '/auth/multi-session/list-device-sessions' }),
      transformResponse: (reply) => wholeList(readSessions(reply)),
      providesTags: ['DeviceSession'],
    }),
    switchAccount: build.mutation<unknown, string>({
      query: (sessionToken) => ({
        url: '/auth/multi-session/set-active',
        method: 'POST',
        body: { sessionToken },
      }),
      onQueryStarted: announceWhenDone,
    }),
    leaveAccount: build.mutation<unknown, string>({
      query: (sessionToken) => ({
        url: '/auth/multi-session/revoke',
        method: 'POST',
        body: { sessionToken },
      }),
      invalidatesTags: ['DeviceSession', 'OwnSession'],
    }),
  }),
});

/** Reloads for the user who is signed in now: nothing cached for the previous user stays in memory. */
export const beginAnew = (path: string = paths.root): void => window.location.assign(path);

export const { useListDeviceSessionsQuery, useSwitchAccountMutation, useLeaveAccountMutation } = devices;
