/** Sessions of one's own, and several accounts in one browser (contracts/auth.md, sections 8 and 12). */
import { z } from 'zod';
import { text } from '../fields.ts';
import { AuthSession, SessionAndUser } from './session.ts';

/** The answer of list-sessions. */
export const ListSessionsReply = z.array(AuthSession);

/** Body of `POST /revoke-session`. */
export const RevokeSession = z.object({ token: text });

/** Body of the multi-session routes: whose account to switch to, or to leave. */
export const DeviceSession = z.object({ sessionToken: text });

/** The answer of list-device-sessions: one session for each account of this browser. */
export const ListDeviceSessionsReply = z.array(SessionAndUser);
