/** Postal codes by country. */
import validator, { type PostalCodeLocale } from 'validator';

const knownCountries = new Set<string>(validator.isPostalCodeLocales);

/**
 * Normalizes a postal code to the notation of its country: `1000001` in Japan becomes `100-0001`. Null: not a valid
 * code. Codes of countries that the library does not know are accepted unchanged.
 */
export const readPostalCode = (country: string, typed: string): string | null => {
  const code = typed.trim().toUpperCase();
  if (!knownCountries.has(country)) return code;
  const isCode = (text: string) => validator.isPostalCode(text, country as PostalCodeLocale);
  if (isCode(code)) return code;
  const bare = code.replaceAll(/[\s.-]/g, '');
  if (bare.length > 12) return null;
  const places = Array.from(bare, (_, place) => place).slice(1);
  const spellings = places.flatMap((place) =>
    ['-', ' '].map((mark) => bare.slice(0, place) + mark + bare.slice(place)),
  );
  return [bare, ...spellings].find(isCode) ?? null;
};
