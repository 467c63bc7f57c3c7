/** When sessions end and when they are extended (contracts/auth.md, section 5). Pure. */
import type { IdentityOptions } from '../options.ts';

const day = 86_400;

export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** When a new session ends: a browser that forgets gets one day. */
export const firstExpiry = (options: IdentityOptions['session'], now: Date, isForgotten: boolean): Date =>
  after(now, isForgotten ? day : options.expiresIn);

/** Whether a session is so far into its life that a visit extends it. */
export const isDue = (options: IdentityOptions['session'], expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - (options.expiresIn - options.updateAge) * 1000 <= now.getTime();
