import type { Address } from '@tessera/proto/api/billing/address';
import { addressLines as linesOf } from '@tessera/proto/api/billing/address-lines';
import { readerLocale } from '../../i18n/start.ts';

const names = new Map<string, Intl.DisplayNames>();

/** DE -> Germany, in the language of the page. */
export const countryName = (code: string): string => {
  const locale = readerLocale();
  const known = names.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' });
  names.set(locale, known);
  return known.of(code) ?? code;
};

/** The lines of an address as on an envelope. */
export const addressLines = (address: Address | null): string[] =>
  address ? linesOf(address, countryName) : [];
