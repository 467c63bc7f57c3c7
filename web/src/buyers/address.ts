/** Which lines of an address are asked for, and where its reader probably is. */
import { countries, hasPostalCodes } from '@tessera/proto/api/billing/places';
import type { AddressLine } from './fields.ts';

export type AskedLines = Record<AddressLine, boolean>;

/** The country that the browser's language names (`de-AT` -> AT); empty where it names none. */
export const guessedCountry = (tags: readonly string[]): string => {
  for (const tag of tags) {
    const region = /[-_]([A-Za-z]{2})(?:[-_]|$)/.exec(tag)?.[1]?.toUpperCase();
    if (region && countries.includes(region)) return region;
  }
  return '';
};

/** All of an address, or as much of it as the country needs for its taxes. */
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

/** Only there, states are a part of every address. */
export const hasStates = (country: string): boolean => country === 'US' || country === 'CA';

/** What is said of one that is not chosen, as its field is called. */
export const stateMissing = (country: string): 'error.province' | 'error.state' =>
  country === 'CA' ? 'error.province' : 'error.state';
