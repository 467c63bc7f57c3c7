/**
 * What get-session does with a session and with the copy of it that the browser keeps (contracts/auth.md, section 5):
 * the one decision of identity, which carries all of it out, and of the gateway, which answers what changes nothing.
 * Pure.
 */
import { isDue, type SessionOptions } from './cookies.ts';

/** What a browser's copy of a session says: nothing, something forged, or a session with the time (ms) of its end. */
export type Copy = { kind: 'none' } | { kind: 'forged' } | { kind: 'valid'; token: unknown; endsAt: number };

/** `none`: also a copy of another session, and one that is not to be believed here. */
export type CopyStanding = 'none' | 'forged' | 'expired' | 'good';

/** What a copy is worth for the session of this token; a forged one is told also where no copies are kept. */
export const standingOf = (
  copy: Copy,
  { token, now, isUsed }: { token: string; now: Date; isUsed: boolean },
): CopyStanding => {
  if (copy.kind === 'forged') return 'forged';
  if (!isUsed || copy.kind === 'none' || copy.token !== token) return 'none';
  return copy.endsAt >= now.getTime() ? 'good' : 'expired';
};

export type SessionFacts = {
  /** The session as it is stored and live now, or null. */
  session: { expiresAt: Date; impersonatedBy: string | null } | null;
  /** Whether the browser has a good copy that says the same. */
  isCopySame: boolean;
  /** Whether the browser is to forget the session when it is closed. */
  isBrowserSession: boolean;
  /** Whether the request asks for no extension. */
  isRefreshOff: boolean;
};

/**
 * `clear`: nobody, and the cookies are emptied. `answer`: the session; the browser keeps what it has. `copy`: the
 * session, and a new copy. `extend`: the session with a new end, and all of its cookies.
 */
export type SessionAction = 'clear' | 'answer' | 'copy' | 'extend';

/** What is to be done for a request whose copy is not forged. */
export const decideSession = (
  options: SessionOptions,
  { session, isCopySame, isBrowserSession, isRefreshOff }: SessionFacts,
  now: Date,
): SessionAction => {
  if (session === null) return 'clear';
  if (isCopySame) return 'answer';
  // An impersonation ends when it was said to, whatever cookies its browser keeps.
  const isKept =
    isBrowserSession || isRefreshOff || options.disableSessionRefresh || session.impersonatedBy !== null;
  if (isKept) return 'answer';
  return isDue(options, session.expiresAt, now) ? 'extend' : 'copy';
};
