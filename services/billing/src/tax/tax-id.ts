/** Which format a tax id has follows from its country. */
import { type TaxId, TaxIdFormat } from '@tessera/proto/api/billing/tax-id';

const union = new Set(
  'AT BE BG HR CY CZ DE DK EE ES FI FR GR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** A country's own first format where VAT of the union does not apply. */
const formatOf = (country: string): TaxIdFormat | undefined => {
  if (union.has(country)) return 'eu_vat';
  return TaxIdFormat.options.find((format) => format.startsWith(`${country.toLowerCase()}_`));
};

/** `DE 123 456 789` of Germany is `["DE123456789", "eu_vat"]`. Null: it cannot be one of this country. */
export const readTaxId = (country: string, number: string): TaxId | null => {
  const format = formatOf(country);
  const bare = number.replace(/[\s.-]/g, '').toUpperCase();
  if (!format || !/^[A-Z0-9/]{4,30}$/.test(bare)) return null;
  return [bare, format];
};
