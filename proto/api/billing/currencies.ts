/**
 * The currencies of prices, and the countries in which they are used. The list is that of later versions of the API
 * (`PresentmentCurrency`), limited to those whose amounts fit our bounds. It has no currency with three decimals:
 * card processors accept only multiples of ten for those.
 */
import { z } from 'zod';

/** A currency of prices, as spelt on the wire; `usd` is the default. */
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

/** The currency of prices that name none. */
export const defaultCurrency: Currency = 'usd';

/** Countries (ISO 3166-1) by the currency used there, from the territory data of CLDR. */
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

/** The currency used in a country; null: none that prices can have. */
export const currencyOfCountry = (country: string | null | undefined): Currency | null =>
  byCountry.get(country?.toUpperCase() ?? '') ?? null;

/** The currency used where a language tag is from: `de-AT` and `de` -> `eur`, `ja` -> `jpy`; null: unknown. */
export const currencyOfLanguage = (tag: string | null | undefined): Currency | null => {
  try {
    return tag ? currencyOfCountry(new Intl.Locale(tag).maximize().region) : null;
  } catch {
    return null;
  }
};
