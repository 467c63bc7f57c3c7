/** The form's values, their validation, and the requests made from them. */
import { leastChoiceOf } from '@tessera/proto/api/billing/minimum-charge';
import { readCard, type TypedCard } from '../../buyers/card/card.ts';
import { guessedCountry, hasStates, stateMissing } from '../../buyers/form/address.ts';
import { addressLines, isEmail, typedEmail } from '../../buyers/form/fields.ts';
import { formatTag } from '../../buyers/i18n.ts';
import { amountInput, money, parseAmount } from '../../buyers/prices/format.ts';
import type { FieldErrors } from '../../buyers/request/refusal.ts';
import type { CheckoutPublic, Confirmation } from '../api.ts';
import { type TextKey, t } from '../i18n.ts';
import { addressFields } from './address.ts';
import { type Answers, answersOf, customDataOf, customErrors } from './custom-fields.ts';
import { isAtStripe } from './processor.ts';

export type TextForm = TypedCard & {
  amount: string;
  email: string;
  name: string;
  company: string;
  taxId: string;
} & Record<(typeof addressLines)[number], string>;

export type Field = keyof TextForm;
export type CheckoutForm = TextForm & { answers: Answers };

export const formOf = (checkout: CheckoutPublic): CheckoutForm => {
  const address = checkout.customerBillingAddress;
  return {
    amount: amountInput(checkout.amount, checkout.currency),
    email: checkout.customerEmail ?? '',
    name: checkout.customerName ?? checkout.customerBillingName ?? '',
    company: checkout.customerBillingName ?? '',
    taxId: checkout.customerTaxId ?? '',
    country: address?.country ?? guessedCountry(navigator.languages),
    state: address?.state ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    number: '',
    expiry: '',
    cvc: '',
    answers: answersOf(checkout),
  };
};

export const asksForAddress = (checkout: CheckoutPublic): boolean =>
  checkout.isPaymentFormRequired || checkout.requireBillingAddress || checkout.isBusinessCustomer;

export const asksForAmount = (checkout: CheckoutPublic): boolean =>
  checkout.productPrice.amountType === 'custom';

/** The requested lines of the address. */
export const addressOf = (form: CheckoutForm, checkout: CheckoutPublic) => {
  const asked = addressFields(checkout, form.country);
  const line = (name: (typeof addressLines)[number]) => (asked[name] ? form[name].trim() || null : null);
  return {
    country: form.country,
    state: line('state'),
    line1: line('line1'),
    line2: line('line2'),
    postalCode: line('postalCode'),
    city: line('city'),
  };
};

/** The request that confirms, without the card's token. The e-mail address of a known customer is not sent. */
export const confirmationOf = (form: CheckoutForm, checkout: CheckoutPublic): Confirmation => ({
  locale: formatTag(),
  customerName: form.name.trim() || null,
  ...(checkout.customerId === null && { customerEmail: typedEmail(form.email) }),
  ...(asksForAmount(checkout) && { amount: parseAmount(form.amount, checkout.currency) }),
  ...(asksForAddress(checkout) &&
    form.country !== '' && { customerBillingAddress: addressOf(form, checkout) }),
  ...(checkout.isBusinessCustomer && {
    customerBillingName: form.company.trim() || null,
    customerTaxId: form.taxId.trim() || null,
  }),
  ...(checkout.attachedCustomFields.length > 0 && { customFieldData: customDataOf(form.answers, checkout) }),
});

const missing: Partial<Record<Field, TextKey>> = {
  name: 'error.name',
  company: 'error.company',
  country: 'error.country',
  line1: 'error.line1',
  postalCode: 'error.postalCode',
  city: 'error.city',
};

const requiredFields = (form: CheckoutForm, checkout: CheckoutPublic): Field[] => {
  const asked = addressFields(checkout, form.country);
  const lines = (['state', 'line1', 'postalCode', 'city'] as const).filter((line) => asked[line]);
  const states = hasStates(form.country) ? lines : lines.filter((line) => line !== 'state');
  return [
    ...(checkout.isPaymentFormRequired ? (['name'] as const) : []),
    ...(checkout.isBusinessCustomer ? (['company'] as const) : []),
    ...(asksForAddress(checkout) ? (['country', ...states] as const) : []),
  ];
};

/** The error of the customer's own amount; null when it is valid, or the price is fixed. */
export const amountProblem = (form: CheckoutForm, checkout: CheckoutPublic): string | null => {
  const { productPrice: price, currency } = checkout;
  if (price.amountType !== 'custom') return null;
  const amount = parseAmount(form.amount, currency);
  if (amount === null) return t('error.amount', { example: amountInput(1250, currency) });
  const least = leastChoiceOf(price);
  if (amount < least) return t('error.amountLeast', { amount: money(least, currency) });
  if (price.maximumAmount !== null && amount > price.maximumAmount)
    return t('error.amountMost', { amount: money(price.maximumAmount, currency) });
  return null;
};

/** Validation errors by field; empty when the form can be sent. */
export const formErrors = (form: CheckoutForm, checkout: CheckoutPublic, now: Date): FieldErrors => {
  const errors: FieldErrors = { ...customErrors(form.answers, checkout) };
  // Stripe has a card form of its own.
  const asksForCard = checkout.isPaymentFormRequired && !isAtStripe(checkout);
  const card = asksForCard ? readCard(form, now).errors : null;
  for (const [field, key] of Object.entries(card ?? {})) errors[field] = t(key);
  for (const field of requiredFields(form, checkout))
    if (form[field].trim() === '')
      errors[field] = t(
        field === 'state' ? stateMissing(form.country) : (missing[field] ?? 'error.required'),
      );
  const amount = amountProblem(form, checkout);
  if (amount !== null) errors['amount'] = amount;
  if (!isEmail(typedEmail(form.email))) errors['email'] = t('error.email');
  return errors;
};
