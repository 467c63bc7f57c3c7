import { ClockOffset } from '@tessera/proto/api/clock';
import { api, authReply } from '../request/base.ts';
import { tagTypes } from '../request/tags.ts';

/** The clock of the whole system, where it can be moved: on the user's own machine. */
const clock = api.injectEndpoints({
  endpoints: (build) => ({
    getClock: build.query<ClockOffset, void>({
      query: () => ({ url: '/dev/clock' }),
      transformResponse: authReply(ClockOffset),
    }),
    moveClock: build.mutation<ClockOffset, ClockOffset>({
      query: (body) => ({ url: '/dev/clock', method: 'POST', body }),
      transformResponse: authReply(ClockOffset),
    }),
    /** Reading the session extends it: after a move by some days it would otherwise expire. */
    touchSession: build.mutation<unknown, void>({ query: () => ({ url: '/auth/get-session' }) }),
    /** Everything read before the clock was moved is stale. */
    forgetAll: build.mutation<null, void>({ queryFn: () => ({ data: null }), invalidatesTags: tagTypes }),
  }),
});

export const { useGetClockQuery, useMoveClockMutation, useTouchSessionMutation, useForgetAllMutation } =
  clock;
