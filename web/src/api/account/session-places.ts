import { type SessionPlace, SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import { api, authReply } from '../request/base.ts';
import { tagOf } from '../request/tags.ts';

export type { SessionPlace } from '@tessera/proto/api/identity/sessions';

/** Places of sessions, by session id. */
export type SessionPlaces = Record<string, SessionPlace>;

const readPlaces = authReply(SessionPlacesReply);
const byId = (reply: unknown): SessionPlaces =>
  Object.fromEntries(readPlaces(reply).map((place) => [place.sessionId, place]));

/** Separate from the lists of sessions, which do not wait for it. */
const places = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnSessionPlaces: build.query<SessionPlaces, void>({
      query: () => ({ url: '/auth/session-places' }),
      transformResponse: byId,
      providesTags: ['OwnSession'],
    }),
    listUserSessionPlaces: build.query<SessionPlaces, string>({
      query: (userId) => ({ url: '/auth/admin/user-session-places', method: 'POST', body: { userId } }),
      transformResponse: byId,
      providesTags: (_reply, _error, userId) => [tagOf('UserSession', userId)],
    }),
  }),
});

export const { useListOwnSessionPlacesQuery, useListUserSessionPlacesQuery } = places;
