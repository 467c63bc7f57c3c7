/** When an attempt is repeated, and what of an answer is kept. Pure. */

import { backoff } from '@tessera/kit/backoff';

/** Attempts after the first. */
export const maxRetries = 10;

/** Seconds. */
const pauses = { first: 4, most: 2_048 };

/**
 * Seconds until retry `retry` (1..10), or null when there is none: 2 s x 2^n with jitter between half and full, so
 * that the last comes about half an hour after the one before (contracts/billing.md, section 4).
 * `random` is in [0, 1).
 */
export const retryDelay = (retry: number, random: number): number | null =>
  retry > maxRetries ? null : backoff(retry, pauses) * (0.5 + random / 2);

/** Whether a receiver says that it is there no more and wants to hear of nothing (RFC 9110, 15.5.11). */
export const isGone = ({ httpCode }: { httpCode: number | null }): boolean => httpCode === 410;

/** A day, in seconds: who asks for more is asked again after it, so that no message waits for ever. */
const longestWait = 86_400;

/**
 * Seconds that the header `Retry-After` of an answer asks to wait: a number of them, or a date (RFC 9110, 10.2.3).
 * 0: it asks for nothing.
 */
export const askedDelay = (retryAfter: string | undefined, now: Date): number => {
  const value = retryAfter?.trim() ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), longestWait);
};

/** Bytes of an answer that are read for keeping. */
export const keptBytes = 1024;

/** Control characters, which say nothing to a reader and some of which no database keeps. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** The start of an answer as text that can be stored and shown, or null when it is empty. */
export const readableStart = (bytes: Buffer): string | null => {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, keptBytes), { stream: true });
  return text.replaceAll(unreadable, '').trim() || null;
};
