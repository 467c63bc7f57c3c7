/** Errors of the server in the buyer's language: by name, path and kind, never by the server's text. */
import { type TextKey, t } from '../i18n.ts';
import type { Failure, Refused } from './call.ts';

/** Errors by field; `form` for errors of no field. */
export type FieldErrors = Record<string, string>;
/** Maps paths within a request's body, joined by dots, to form fields. */
export type Places = Readonly<Record<string, string>>;

/** The lines of an address, at a path of the body. */
export const addressPlaces = (at: string): Places => ({
  [at]: 'country',
  [`${at}.country`]: 'country',
  [`${at}.state`]: 'state',
  [`${at}.line1`]: 'line1',
  [`${at}.line2`]: 'line2',
  [`${at}.postal_code`]: 'postalCode',
  [`${at}.city`]: 'city',
});

/** The parts of a card, and its token. */
export const cardPlaces: Places = {
  'card.number': 'number',
  'card.exp_month': 'expiry',
  'card.exp_year': 'expiry',
  'card.cvc': 'cvc',
  card: 'number',
  confirmation_token_id: 'number',
};

/** Errors of a field that is missing, and of one that is invalid. */
const words: Readonly<Record<string, [missing: TextKey, wrong: TextKey]>> = {
  email: ['error.email', 'error.email'],
  name: ['error.name', 'error.field'],
  company: ['error.company', 'error.field'],
  taxId: ['error.required', 'error.taxId'],
  country: ['error.country', 'error.country'],
  state: ['error.state', 'error.state'],
  line1: ['error.line1', 'error.field'],
  postalCode: ['error.postalCode', 'error.postalCodeForm'],
  city: ['error.city', 'error.field'],
  number: ['error.cardMissing', 'error.cardNumber'],
  expiry: ['error.expiry', 'error.expiry'],
  cvc: ['error.cvc', 'error.cvc'],
};

/** The field of the longest known prefix of a path; `form` where none is known. */
export const fieldOf = (loc: Refused['loc'], places: Places): string => {
  const path = loc.slice(1).map(String);
  for (let length = path.length; length > 0; length -= 1) {
    const known = places[path.slice(0, length).join('.')];
    if (known) return known;
  }
  return 'form';
};

/** The error of a field. */
export const refusedText = (field: string, { type }: Refused): string => {
  const [missing, wrong] = words[field] ?? ['error.required', 'error.field'];
  return t(type === 'missing' ? missing : wrong);
};

/** The message of a failure as a whole. */
export const failureText = ({ name, status }: Failure): string => {
  if (name === 'PaymentError') return t('error.declined');
  if (status === 0) return t('error.unreachable');
  if (status === 401) return t('error.signedOut');
  // An offer has ended, or was decided, elsewhere.
  if (status === 403) return t('error.refused');
  if (status === 429) return t('error.tooMany');
  if (status === 504) return t('error.late');
  return t(status === 422 ? 'error.form' : 'error.broken');
};

/** Errors by form field; a failure without fields becomes an error of the form. */
export const failureErrors = (failure: Failure, places: Places): FieldErrors => {
  if (failure.fields.length === 0) return { form: failureText(failure) };
  const errors: FieldErrors = {};
  for (const refused of failure.fields) {
    const field = fieldOf(refused.loc, places);
    errors[field] ??= field === 'form' ? failureText(failure) : refusedText(field, refused);
  }
  return errors;
};
