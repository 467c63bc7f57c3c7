/** The retry schedule, and the part of a response that is stored. Pure. */
import { backoff } from '@tessera/kit/background/backoff';

/** Number of attempts after the first. */
export const maxRetries = 10;

/** Seconds. */
const pauses = { first: 4, most: 2_048 };

/**
 * Returns the seconds until retry `retry` (1..10), or null when there is none: exponential back-off of 2 s x 2^n with jitter
 * between half and full, so that the last retry follows its predecessor by about half an hour (contracts/billing.md,
 * section 4). `random` is in [0, 1).
 */
export const retryDelay = (retry: number, random: number): number | null =>
  retry > maxRetries ? null : backoff(retry, pauses) * (0.5 + random / 2);

/** Whether the receiver answered 410 Gone: it wants no further messages (RFC 9110, 15.5.11). */
export const isGone = ({ httpCode }: { httpCode: number | null }): boolean => httpCode === 410;

/** Maximum delay by `Retry-After`: a day, in seconds. */
const longestWait = 86_400;

/**
 * Returns the delay in seconds that a response's `Retry-After` header asks for, which is a number of seconds or a date
 * (RFC 9110, 10.2.3); 0 without one.
 */
export const askedDelay = (retryAfter: string | undefined, now: Date): number => {
  const value = retryAfter?.trim() ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), longestWait);
};

/** Number of bytes of a response that are stored. */
export const keptBytes = 1024;

/** Control characters: unreadable, and Postgres does not store NUL. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Returns the start of a response as text that can be stored and shown, or null when it is empty. */
export const readableStart = (bytes: Buffer): string | null => {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, keptBytes), { stream: true });
  return text.replaceAll(unreadable, '').trim() || null;
};
