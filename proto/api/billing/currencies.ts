/**
 * The currencies that prices can be in, and where they are paid with. The list is that of later versions of the API
 * (`PresentmentCurrency`) as far as amounts fit our bounds; it names none with three decimals, of which processors of
 * cards take whole tens only.
 */
import { z } from 'zod';

/** A currency that prices can be in, as the wire writes it; `usd` is the default. */
export const Currency = z.enum([
  'aed',
  'ars',
  'aud',
  'brl',
  'cad',
  'chf',
  'clp',
  'cny',
  'cop',
  'czk',
  'dkk',
  'eur',
  'gbp',
  'hkd',
  'huf',
  'ils',
  'inr',
  'jpy',
  'krw',
  'mxn',
  'myr',
  'nok',
  'nzd',
  'pen',
  'php',
  'pln',
  'ron',
  'sar',
  'sek',
  'sgd',
  'thb',
  'try',
  'twd',
  'usd',
  'zar',
]);
export type Currency = z.infer<typeof Currency>;

/** What a price is in that does not say so. */
export const defaultCurrency: Currency = 'usd';

/** Countries (ISO 3166-1) by the currency that is paid with there, from the territories of CLDR. */
const countries: Record<Currency, string> = {
  aed: 'AE',
  ars: 'AR',
  aud: 'AU CC CX HM KI NF NR TV',
  brl: 'BR',
  cad: 'CA',
  chf: 'CH LI',
  clp: 'CL',
  cny: 'CN',
  cop: 'CO',
  czk: 'CZ',
  dkk: 'DK FO GL',
  eur: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  gbp: 'GB GG GS IM JE',
  hkd: 'HK',
  huf: 'HU',
  ils: 'IL PS',
  inr: 'IN BT',
  jpy: 'JP',
  krw: 'KR',
  mxn: 'MX',
  myr: 'MY',
  nok: 'NO BV SJ',
  nzd: 'NZ CK NU PN TK',
  pen: 'PE',
  php: 'PH',
  pln: 'PL',
  ron: 'RO',
  sar: 'SA',
  sek: 'SE',
  sgd: 'SG',
  thb: 'TH',
  try: 'TR',
  twd: 'TW',
  usd: 'US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI',
  zar: 'ZA',
};
const byCountry = new Map(
  Currency.options.flatMap((currency) =>
    countries[currency].split(' ').map((country) => [country, currency] as const),
  ),
);

/** What is paid with in a country; null: no currency that prices can be in. */
export const currencyOfCountry = (country: string | null | undefined): Currency | null =>
  byCountry.get(country?.toUpperCase() ?? '') ?? null;

/** What is paid with where a language tag is from: `de-AT` and `de` -> `eur`, `ja` -> `jpy`; null: nobody knows. */
export const currencyOfLanguage = (tag: string | null | undefined): Currency | null => {
  try {
    return tag ? currencyOfCountry(new Intl.Locale(tag).maximize().region) : null;
  } catch {
    return null;
  }
};
