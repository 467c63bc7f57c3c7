/** The countries and networks that sessions are from. */
import type { Countries } from '@tessera/kit/places/countries';
import { locate } from '@tessera/kit/places/network';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import type { SessionPlace } from '@tessera/proto/api/identity/sessions';

export type Places = {
  of: (sessions: Pick<AuthSession, 'id' | 'ipAddress'>[]) => Promise<SessionPlace[]>;
};

export const createPlaces = (countries: Countries): Places => ({
  of: (sessions) =>
    Promise.all(
      sessions.map(async ({ id, ipAddress }) => ({
        sessionId: id,
        country: await countries.of(ipAddress),
        network: locate(ipAddress ?? '')?.network ?? null,
      })),
    ),
});
