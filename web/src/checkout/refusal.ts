/** Errors of a checkout in the buyer's language. */
import { money } from '../buyers/prices/format.ts';
import type { Failure, Refused } from '../buyers/request/call.ts';
import {
  addressPlaces,
  failureText as anyFailureText,
  cardPlaces,
  type FieldErrors,
  fieldOf,
  type Places,
  refusedText,
} from '../buyers/request/refusal.ts';
import type { CheckoutPublic } from './api.ts';
import { type TextKey, t } from './i18n.ts';

const places: Places = {
  amount: 'amount',
  customer_email: 'email',
  customer_name: 'name',
  customer_billing_name: 'company',
  customer_tax_id: 'taxId',
  ...addressPlaces('customer_billing_address'),
  ...cardPlaces,
  discount_code: 'discount',
};

/** Errors of things that existed when the checkout was opened, but do not any more. */
const gones: Record<string, TextKey> = {
  product_id: 'error.archived',
  product_price_id: 'error.archived',
  discount_id: 'error.discountGone',
};

/** Custom fields are identified by slug. */
const fieldOfCheckout = (loc: Refused['loc']): string =>
  loc[1] === 'custom_field_data' && loc[2] !== undefined ? `custom.${loc[2]}` : fieldOf(loc, places);

const textOf = (field: string, refused: Refused, currency: string): string => {
  const { ctx } = refused;
  if (field === 'discount') return t('error.discount');
  if (field === 'amount' && ctx?.['ge'] !== undefined)
    return t('error.amountLeast', { amount: money(ctx['ge'], currency) });
  if (field === 'amount' && ctx?.['le'] !== undefined)
    return t('error.amountMost', { amount: money(ctx['le'], currency) });
  return refusedText(field, refused);
};

/** The message of a failure as a whole. */
export const failureText = (failure: Failure): string =>
  failure.name === 'AlreadyActiveSubscriptionError' ? t('error.subscribed') : anyFailureText(failure);

/** Errors by form field; a failure without fields becomes an error of the form. */
export const failureErrors = (
  failure: Failure,
  { currency }: Pick<CheckoutPublic, 'currency'>,
): FieldErrors => {
  if (failure.fields.length === 0) return { form: failureText(failure) };
  const errors: FieldErrors = {};
  for (const refused of failure.fields) {
    const field = fieldOfCheckout(refused.loc);
    const gone = gones[String(refused.loc[1])];
    errors[field] ??= gone ? t(gone) : textOf(field, refused, currency);
  }
  return errors;
};
