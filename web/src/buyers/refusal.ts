/** What the server refuses, in the buyer's words: by name, place and kind, never by the server's own texts. */
import type { Failure, Refused } from './call.ts';
import { type TextKey, t } from './i18n.ts';

/** Mistakes by field; `form` is for what belongs to none. */
export type FieldErrors = Record<string, string>;
/** Paths within a request's body, joined by dots, and the fields of the form that they come from. */
export type Places = Readonly<Record<string, string>>;

/** The lines of an address, wherever a body has it. */
export const addressPlaces = (at: string): Places => ({
  [at]: 'country',
  [`${at}.country`]: 'country',
  [`${at}.state`]: 'state',
  [`${at}.line1`]: 'line1',
  [`${at}.line2`]: 'line2',
  [`${at}.postal_code`]: 'postalCode',
  [`${at}.city`]: 'city',
});

/** The parts of a card, and the token that stands for it. */
export const cardPlaces: Places = {
  'card.number': 'number',
  'card.exp_month': 'expiry',
  'card.exp_year': 'expiry',
  'card.cvc': 'cvc',
  card: 'number',
  confirmation_token_id: 'number',
};

/** What to say of a field that is missing, and of one that is wrong. */
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

/** The longest known beginning of a path decides; `form` where none is known. */
export const fieldOf = (loc: Refused['loc'], places: Places): string => {
  const path = loc.slice(1).map(String);
  for (let length = path.length; length > 0; length -= 1) {
    const known = places[path.slice(0, length).join('.')];
    if (known) return known;
  }
  return 'form';
};

/** What is wrong with a field. */
export const refusedText = (field: string, { type }: Refused): string => {
  const [missing, wrong] = words[field] ?? ['error.required', 'error.field'];
  return t(type === 'missing' ? missing : wrong);
};

/** What a failure as a whole is called, whoever refused. */
export const failureText = ({ name, status }: Failure): string => {
  if (name === 'PaymentError') return t('error.declined');
  if (status === 0) return t('error.unreachable');
  if (status === 401) return t('error.signedOut');
  // What was still offered has been ended, or decided otherwise, elsewhere.
  if (status === 403) return t('error.refused');
  if (status === 429) return t('error.tooMany');
  return t(status === 422 ? 'error.form' : 'error.broken');
};

/** A refused request beside the form's fields; without fields, its words for the form as a whole. */
export const failureErrors = (failure: Failure, places: Places): FieldErrors => {
  if (failure.fields.length === 0) return { form: failureText(failure) };
  const errors: FieldErrors = {};
  for (const refused of failure.fields) {
    const field = fieldOf(refused.loc, places);
    errors[field] ??= field === 'form' ? failureText(failure) : refusedText(field, refused);
  }
  return errors;
};
