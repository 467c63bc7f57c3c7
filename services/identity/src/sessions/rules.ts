/** When sessions end and when they are extended (contracts/auth.md, section 5). Pure. */
import type { IdentityOptions } from '../options.ts';

const day = 86_400;

export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** When a new session ends: a browser that forgets gets one day. */
export const firstExpiry = (
  options: IdentityOptions['session'],
  now: Date,
  isBrowserSession: boolean,
): Date => after(now, isBrowserSession ? day : options.expiresIn);

/** Whether a session began so short a while ago that it may do what needs someone present; `freshAge` 0: always. */
export const isFresh = (
  { freshAge }: Pick<IdentityOptions['session'], 'freshAge'>,
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date | null },
  now: Date,
): boolean => freshAge === 0 || now.getTime() - (updatedAt ?? createdAt).getTime() < freshAge * 1000;
