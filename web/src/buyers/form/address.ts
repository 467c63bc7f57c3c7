/** The lines of an address that are requested, and the reader's probable country. */
import { countries, hasPostalCodes } from '@tessera/proto/api/billing/places';
import type { AddressLine } from './fields.ts';

export type AskedLines = Record<AddressLine, boolean>;

/** The country of the browser's language tags (`de-AT` -> AT); empty where none has one. */
export const guessedCountry = (tags: readonly string[]): string => {
  for (const tag of tags) {
    const region = /[-_]([A-Za-z]{2})(?:[-_]|$)/.exec(tag)?.[1]?.toUpperCase();
    if (region && countries.includes(region)) return region;
  }
  return '';
};

/** All lines of an address, or those that the country needs for its taxes. */
export const linesFor = (country: string, isFull: boolean): AskedLines => {
  const full = isFull || country === 'US';
  return {
    country: true,
    state: full || country === 'CA',
    line1: full,
    line2: full,
    city: full,
    postalCode: full && hasPostalCodes(country),
  };
};

/** Only in these countries states are a part of every address. */
export const hasStates = (country: string): boolean => country === 'US' || country === 'CA';

/** The error for a missing state, by the name of its field. */
export const stateMissing = (country: string): 'error.province' | 'error.state' =>
  country === 'CA' ? 'error.province' : 'error.state';
