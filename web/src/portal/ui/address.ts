/** An address in a form: its fields, validation, and the request. */
import type { Address } from '@tessera/proto/api/billing/address';
import type { Plain } from '@tessera/proto/api/wire';
import { guessedCountry, hasStates, linesFor, stateMissing } from '../../buyers/form/address.ts';
import { type AddressLine, addressLines } from '../../buyers/form/fields.ts';
import type { FieldErrors } from '../../buyers/request/refusal.ts';
import { type TextKey, t } from '../i18n.ts';

type Typed = Record<AddressLine, string>;

export const addressForm = (address: Plain<Address> | null): Typed => ({
  country: address?.country ?? guessedCountry(navigator.languages),
  state: address?.state ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
});

/** Invoices contain the full address. */
export const askedLines = (country: string) => linesFor(country, true);

const missing: Partial<Record<AddressLine, TextKey>> = {
  country: 'error.country',
  line1: 'error.line1',
  postalCode: 'error.postalCode',
  city: 'error.city',
};

export const addressErrors = (form: Typed): FieldErrors => {
  const errors: FieldErrors = {};
  const asked = askedLines(form.country);
  for (const [line, key] of Object.entries(missing))
    if (asked[line as AddressLine] && form[line as AddressLine].trim() === '') errors[line] = t(key);
  if (hasStates(form.country) && form.state === '') errors['state'] = t(stateMissing(form.country));
  return errors;
};

export const typedAddress = (form: Typed) =>
  Object.fromEntries(addressLines.map((line) => [line, form[line].trim() || null]));
