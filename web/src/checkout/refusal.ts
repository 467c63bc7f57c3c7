/** What the server refuses, in the buyer's words: by name, place and kind, never by the server's own texts. */
import type { CheckoutPublic, Failure, Refused } from './api.ts';
import { money } from './format.ts';
import { type TextKey, t } from './i18n.ts';

/** Mistakes by field; `form` is for what belongs to none. */
export type FieldErrors = Record<string, string>;

const places: Record<string, string> = {
  amount: 'amount',
  customer_email: 'email',
  customer_name: 'name',
  customer_billing_name: 'company',
  customer_tax_id: 'taxId',
  customer_billing_address: 'country',
  'customer_billing_address.country': 'country',
  'customer_billing_address.state': 'state',
  'customer_billing_address.line1': 'line1',
  'customer_billing_address.line2': 'line2',
  'customer_billing_address.postal_code': 'postalCode',
  'customer_billing_address.city': 'city',
  'card.number': 'number',
  'card.exp_month': 'expiry',
  'card.exp_year': 'expiry',
  'card.cvc': 'cvc',
  card: 'number',
  confirmation_token_id: 'number',
  discount_code: 'discount',
};

/** What to say of a field that is missing, and of one that is wrong. */
const words: Record<string, [missing: TextKey, wrong: TextKey]> = {
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
  discount: ['error.discount', 'error.discount'],
};

/** What was there when the checkout was opened, and is not any more. */
const gones: Record<string, TextKey> = {
  product_id: 'error.archived',
  product_price_id: 'error.archived',
  discount_id: 'error.discountGone',
};

/** The longest known beginning of a path decides; custom fields are named by their slug. */
const fieldOf = (loc: Refused['loc']): string => {
  const path = loc.slice(1).map(String);
  if (path[0] === 'custom_field_data' && path[1]) return `custom.${path[1]}`;
  for (let length = path.length; length > 0; length -= 1) {
    const known = places[path.slice(0, length).join('.')];
    if (known) return known;
  }
  return 'form';
};

const textOf = (field: string, { type, ctx }: Refused, currency: string): string => {
  if (field === 'amount' && ctx?.['ge'] !== undefined)
    return t('error.amountLeast', { amount: money(ctx['ge'], currency) });
  if (field === 'amount' && ctx?.['le'] !== undefined)
    return t('error.amountMost', { amount: money(ctx['le'], currency) });
  const [missing, wrong] = words[field] ?? ['error.required', 'error.field'];
  return t(type === 'missing' ? missing : wrong);
};

const named: Record<string, TextKey> = {
  PaymentError: 'error.declined',
  AlreadyActiveSubscriptionError: 'error.subscribed',
};

/** What a failure as a whole is called. */
export const failureText = ({ name, status }: Failure): string => {
  const known = named[name];
  if (known) return t(known);
  if (status === 0) return t('error.unreachable');
  if (status === 429) return t('error.tooMany');
  return t(status === 422 ? 'error.form' : 'error.broken');
};

/** A refused request beside the form's fields; without fields, its words for the form as a whole. */
export const failureErrors = (
  failure: Failure,
  { currency }: Pick<CheckoutPublic, 'currency'>,
): FieldErrors => {
  if (failure.fields.length === 0) return { form: failureText(failure) };
  const errors: FieldErrors = {};
  for (const refused of failure.fields) {
    const field = fieldOf(refused.loc);
    const gone = gones[String(refused.loc[1])];
    errors[field] ??= gone ? t(gone) : textOf(field, refused, currency);
  }
  return errors;
};
