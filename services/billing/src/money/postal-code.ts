/** Postal codes by country. */
// This file alone: the package as a whole is a hundred more.
import postalCodes from 'validator/lib/isPostalCode.js';

const { default: isPostalCode, locales } = postalCodes;
type Country = (typeof locales)[number];
const knownCountries = new Set<string>(locales);

/** Country signs before postal codes that are neither the country's ISO code nor its first letter. */
const signs: Readonly<Record<string, string>> = { FI: 'FIN', LI: 'FL', SI: 'SLO' };

/**
 * Codes that the library does not know: of the British and the French forces, and those of Saudi Arabia with the number
 * of the building.
 */
const further: Readonly<Record<string, RegExp>> = {
  FR: /^00\d{3}$/,
  GB: /^BFPO \d{1,4}$/,
  SA: /^\d{5}-\d{4}$/,
};

/** As of Japanese keyboards: full-width letters and digits, the long vowel mark for a hyphen, the postal mark. */
const plain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212ー]/gu, '-')
    .replace(/^\s*〒/u, '')
    .trim()
    .toUpperCase();

/**
 * Normalizes a postal code to the notation of its country: `1000001` in Japan becomes `100-0001`, `L-2449` in Luxembourg
 * `2449`, `1010` in Latvia `LV-1010`. Null: not a valid code. Codes of countries that the library does not know are
 * accepted unchanged.
 */
export const readPostalCode = (country: string, typed: string): string | null => {
  const code = plain(typed);
  if (!knownCountries.has(country)) return code;
  const isCode = (text: string) =>
    isPostalCode(text, country as Country) || (further[country]?.test(text) ?? false);
  if (isCode(code)) return code;
  const bare = code.replaceAll(/[\s.-]/g, '');
  if (bare.length > 12) return null;
  const unsigned = [country, signs[country], country.charAt(0)].flatMap((sign) =>
    sign && bare.startsWith(sign) && /^\d/.test(bare.slice(sign.length)) ? [bare.slice(sign.length)] : [],
  );
  const codes = [bare, ...unsigned, ...(/^\d/.test(bare) ? [country + bare] : [])];
  return codes.flatMap(spellingsOf).find(isCode) ?? null;
};

/** A code as it is, and with a hyphen or a space at each place. */
const spellingsOf = (bare: string): string[] => [
  bare,
  ...Array.from(bare, (_, place) => place)
    .slice(1)
    .flatMap((place) => ['-', ' '].map((mark) => bare.slice(0, place) + mark + bare.slice(place))),
];
