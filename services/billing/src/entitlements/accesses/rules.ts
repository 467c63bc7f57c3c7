/** Which accesses are the same, which is the highest, and when failed attempts are retried. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { backoff } from '@tessera/kit/background/backoff';
import { GitHubPermission } from '@tessera/proto/api/billing/benefit-properties';
import type { PlatformFailure } from '../../platforms/http.ts';
import type { Place } from '../../platforms/platform.ts';

/** The first place with the highest permission of those that benefits give in one repository. */
export const highestOf = (places: readonly [Place, ...Place[]]): Place =>
  places.reduce((highest, place) => (rankOf(place) > rankOf(highest) ? place : highest));

const rankOf = (place: Place): number =>
  'permission' in place ? GitHubPermission.options.findIndex((name) => name === place.permission) : 0;

type Given = { accountId: string; place: Place };

/**
 * Whether an account has the other place by having the one. An account has one permission in a repository, so another
 * is given without revoking the access first.
 */
export const isSamePlace = (one: Given, other: Given): boolean =>
  one.accountId === other.accountId && isDeepStrictEqual(bare(one.place), bare(other.place));

const bare = (place: Place) =>
  'guildId' in place ? place : { owner: place.repositoryOwner, name: place.repositoryName };

/** Maximum number of attempts (contracts/billing-behaviour.md, section 7). */
export const maxAttempts = 20;
const pauses = { first: 2, most: 300 };

/** Returns the seconds until the retry of a failed attempt, or null when there is none until something changes. */
export const nextTry = ({ fault, seconds }: PlatformFailure, attempts: number): number | null => {
  // Only the customer can resolve it, which queues the access again.
  if (fault === 'customer') return null;
  if (seconds !== undefined) return Math.max(Math.ceil(seconds), 1);
  return attempts < maxAttempts ? backoff(attempts, pauses) : null;
};

/** Seconds; what could not be taken back is tried again after the last attempt too, or who lost it would keep it. */
const pauseOfOwed = 21_600;

/** The same for what is to be taken back: there is always a next attempt. */
export const nextTaking = (failure: PlatformFailure, attempts: number): number =>
  nextTry(failure, attempts) ?? pauseOfOwed;

/** Whether a failure is written to the grants: a temporary one only after the last attempt. */
export const isReported = ({ fault }: PlatformFailure, attempts: number): boolean =>
  fault !== 'busy' || attempts >= maxAttempts;
