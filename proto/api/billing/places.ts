/** Countries, and the states that addresses and taxes use. Without zod, because lightweight pages load it. */

/** ISO 3166-1 alpha-2 codes of all 249 countries and territories; a test compares them with the library `iso-3166`. */
export const countries = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
  BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
  ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
  HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
  LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
  NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
  SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
  UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);

/**
 * Subdivisions needed for tax and card checks, by country: the states of the US (with DC, territories and, as in its
 * postal addresses, the armed forces abroad) and of Canada.
 */
export const states: Readonly<Record<string, readonly string[]>> = {
  US: 'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI AA AE AP'.split(
    ' ',
  ),
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
};

/**
 * The states that have a sales tax of their own, by country: a registration is possible in these alone. A test of billing
 * compares them with its table of rates.
 */
export const statesWithTax: Readonly<Record<string, readonly string[]>> = {
  US: 'AL AR AZ CA CO CT DC FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS NC ND NE NJ NM NV NY OH OK PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  ),
  // The other provinces have none, or one with the country.
  CA: 'BC MB QC SK'.split(' '),
};

/** As the library `localized-address-format` has it, which a test compares: pages of buyers do not load its data. */
const withoutPostalCodes = new Set(
  `
  AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM
  KI KM KN LC LY ML MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG
  VU WS YE ZW
`
    .trim()
    .split(/\s+/),
);

/** Whether addresses of a country have a postal code (those of Hong Kong, for example, do not). */
export const hasPostalCodes = (country: string): boolean => !withoutPostalCodes.has(country);
