/** Sessions of one's own, and several accounts in one browser (contracts/auth.md, sections 8 and 12). */
import { z } from 'zod';
import { text } from '../fields.ts';
import { AuthSession, SessionAndUser } from './session.ts';

/** The answer of list-sessions. */
export const ListSessionsReply = z.array(AuthSession);

/**
 * Where a session is from, beside list-sessions, whose answer is the contract's. `country`: ISO 3166, null where the
 * address tells of none. `network`: `private` for the addresses of one's own network, which are of no country; null where
 * no address is known.
 */
export const SessionPlace = z.object({
  sessionId: z.string(),
  country: z.string().length(2).nullable(),
  network: z.enum(['public', 'private']).nullable(),
});
export type SessionPlace = z.infer<typeof SessionPlace>;

/** The answer of `GET /session-places` and of `POST /admin/user-session-places`. */
export const SessionPlacesReply = z.array(SessionPlace);

/** Body of `POST /revoke-session`. */
export const RevokeSession = z.object({ token: text });

/** Body of the multi-session routes: whose account to switch to, or to leave. */
export const DeviceSession = z.object({ sessionToken: text });

/** The answer of list-device-sessions: one session for each account of this browser. */
export const ListDeviceSessionsReply = z.array(SessionAndUser);
