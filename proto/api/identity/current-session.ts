/**
 * How get-session treats a session and the browser's cached copy of it (contracts/auth.md, section 5). Shared by
 * identity, which performs every action, and the gateway, which answers if nothing has to change. Pure.
 */
import { isDue, type SessionOptions } from './cookies.ts';

/** Content of the browser's copy: none, forged, or a session with the copy's expiry (ms). */
export type Copy = { kind: 'none' } | { kind: 'forged' } | { kind: 'valid'; token: unknown; endsAt: number };

/** `none` includes copies of other sessions, and copies that must not be used here. */
export type CopyStanding = 'none' | 'forged' | 'expired' | 'good';

/** Rates a copy for the session of this token. Forged copies are reported even if copies are disabled. */
export const standingOf = (
  copy: Copy,
  { token, now, isUsed }: { token: string; now: Date; isUsed: boolean },
): CopyStanding => {
  if (copy.kind === 'forged') return 'forged';
  if (!isUsed || copy.kind === 'none' || copy.token !== token) return 'none';
  return copy.endsAt >= now.getTime() ? 'good' : 'expired';
};

export type SessionFacts = {
  /** The stored session, or null if there is no valid one. */
  session: { expiresAt: Date; impersonatedBy: string | null } | null;
  /** Whether the browser has a valid copy with the same content. */
  isCopySame: boolean;
  /** Whether the session ends when the browser is closed (no "remember me"). */
  isBrowserSession: boolean;
  /** Whether the request disables the extension. */
  isRefreshOff: boolean;
};

/**
 * `clear`: no session; cookies are cleared. `answer`: returns the session; cookies stay. `copy`: returns the session
 * with a new copy. `extend`: extends the session, and sets all of its cookies.
 */
export type SessionAction = 'clear' | 'answer' | 'copy' | 'extend';

/** Decides what to do for a request whose copy is not forged. */
export const decideSession = (
  options: SessionOptions,
  { session, isCopySame, isBrowserSession, isRefreshOff }: SessionFacts,
  now: Date,
): SessionAction => {
  if (session === null) return 'clear';
  if (isCopySame) return 'answer';
  // An impersonation has a fixed end.
  const isKept =
    isBrowserSession || isRefreshOff || options.disableSessionRefresh || session.impersonatedBy !== null;
  if (isKept) return 'answer';
  return isDue(options, session.expiresAt, now) ? 'extend' : 'copy';
};
