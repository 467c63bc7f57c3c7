/** Where benefits live on other platforms, and when what failed is tried again. Pure. */
import { backoff } from '@tessera/kit/backoff';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import type { PlatformFailure } from '../../platforms/http.ts';
import type { Place, PlatformName } from '../../platforms/platform.ts';

/** The platform on which a benefit lives; null: it lives here. */
export const platformOf = ({ type }: Pick<BenefitRow, 'type'>): PlatformName | null => {
  if (type === 'discord') return 'discord';
  return type === 'github_repository' ? 'github' : null;
};

/** What a benefit gives there. */
export const placeOf = (benefit: BenefitRow): Place | null => {
  if (benefit.type === 'discord') {
    const { guildId, roleId } = benefit.properties;
    return { guildId, roleId };
  }
  return benefit.type === 'github_repository' ? benefit.properties : null;
};

/** Tries, as contracts/billing-behaviour.md, section 7, has them. */
export const maxAttempts = 20;
const pauses = { first: 2, most: 300 };

/** Seconds until a failed try is repeated; null: no more, until something changes. */
export const nextTry = ({ fault, seconds }: PlatformFailure, attempts: number): number | null => {
  // Only the customer can do something about it, and then it is looked at again.
  if (fault === 'customer') return null;
  if (seconds !== undefined) return Math.max(Math.ceil(seconds), 1);
  return attempts < maxAttempts ? backoff(attempts, pauses) : null;
};

/** Whether people are told of a failure: not of one that waiting may well mend. */
export const isReported = ({ fault }: PlatformFailure, attempts: number): boolean =>
  fault !== 'busy' || attempts >= maxAttempts;
