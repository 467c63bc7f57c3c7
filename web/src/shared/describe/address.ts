import type { Address } from '@tessera/proto/api/billing/address';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** DE -> Germany */
export const countryName = (code: string): string => countryNames.of(code) ?? code;

/** An address as it is written on an envelope. */
export const addressLines = (address: Address | null): string[] => {
  if (!address) return [];
  const { line1, line2, postalCode, city, state, country } = address;
  const place = [postalCode, city, state?.replace(`${country}-`, '')].filter(Boolean).join(' ');
  return [line1 ?? '', line2 ?? '', place, countryName(country)].filter((line) => line !== '');
};
