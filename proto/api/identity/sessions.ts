/** The user's own sessions, and several accounts in one browser (contracts/auth.md, sections 8 and 12). */
import { z } from 'zod';
import { text } from '../fields.ts';
import { AuthSession, SessionAndUser } from './session.ts';

/** The reply of list-sessions. */
export const ListSessionsReply = z.array(AuthSession);

/**
 * Where a session was opened; separate from list-sessions, whose reply the contract defines. `country`: ISO 3166
 * code, null if unknown. `network`: `private` for addresses of private networks, which have no country; null if the
 * address is unknown.
 */
export const SessionPlace = z.object({
  sessionId: z.string(),
  country: z.string().length(2).nullable(),
  network: z.enum(['public', 'private']).nullable(),
});
export type SessionPlace = z.infer<typeof SessionPlace>;

/** The reply of `GET /session-places` and of `POST /admin/user-session-places`. */
export const SessionPlacesReply = z.array(SessionPlace);

/** Body of `POST /revoke-session`. */
export const RevokeSession = z.object({ token: text });

/** Body of the multi-session routes: the session to activate or revoke. */
export const DeviceSession = z.object({ sessionToken: text });

/** The reply of list-device-sessions: one session per account in this browser. */
export const ListDeviceSessionsReply = z.array(SessionAndUser);
