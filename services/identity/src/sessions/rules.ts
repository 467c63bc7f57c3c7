/** Rules for the expiry and extension of sessions (contracts/auth.md, section 5). Pure. */
import type { IdentityOptions } from '../options.ts';

const day = 86_400;

export const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** The expiry of a new session; one day for a session that ends with the browser. */
export const firstExpiry = (
  options: IdentityOptions['session'],
  now: Date,
  isBrowserSession: boolean,
): Date => after(now, isBrowserSession ? day : options.expiresIn);

/** Whether a session is recent enough for sensitive actions; `freshAge` 0: always. */
export const isFresh = (
  { freshAge }: Pick<IdentityOptions['session'], 'freshAge'>,
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date | null },
  now: Date,
): boolean => freshAge === 0 || now.getTime() - (updatedAt ?? createdAt).getTime() < freshAge * 1000;
