import { CheckoutConfirm } from '@tessera/proto/api/billing/checkout-requests';
import { checkRequest, type FieldErrors, type FieldMap } from '../ui/form-errors.ts';
import { amountInput, parseAmount } from '../ui/money.ts';
import type { CheckoutPublic, Confirmation } from './api.ts';
import { readCard, type TypedCard } from './card.ts';

/** What the customer has typed so far. */
export type CheckoutForm = TypedCard & {
  amount: string;
  email: string;
  name: string;
  country: string;
  state: string;
  line1: string;
  line2: string;
  postalCode: string;
  city: string;
};

export type Field = keyof CheckoutForm;

/** Where the server's words for a field are shown. */
export const checkoutFields: FieldMap = {
  amount: 'amount',
  customerEmail: 'email',
  customerName: 'name',
  customerBillingName: 'name',
  customerBillingAddress: 'country',
  'customerBillingAddress.country': 'country',
  'customerBillingAddress.state': 'state',
  'customerBillingAddress.line1': 'line1',
  'customerBillingAddress.line2': 'line2',
  'customerBillingAddress.postalCode': 'postalCode',
  'customerBillingAddress.city': 'city',
  'card.number': 'number',
  'card.expMonth': 'expiry',
  'card.expYear': 'expiry',
  'card.cvc': 'cvc',
  card: 'number',
  confirmationTokenId: 'number',
};

export const formOf = (checkout: CheckoutPublic): CheckoutForm => {
  const address = checkout.customerBillingAddress;
  return {
    amount: amountInput(checkout.amount),
    email: checkout.customerEmail ?? '',
    name: checkout.customerName ?? checkout.customerBillingName ?? '',
    country: address?.country ?? '',
    state: address?.state ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    number: '',
    expiry: '',
    cvc: '',
  };
};

export const asksForAddress = (checkout: CheckoutPublic): boolean =>
  checkout.isPaymentFormRequired || checkout.requireBillingAddress;

export const asksForAmount = (checkout: CheckoutPublic): boolean =>
  checkout.productPrice.amountType === 'custom';

const addressOf = (form: CheckoutForm, { customerBillingAddressFields: asked }: CheckoutPublic) => ({
  country: form.country,
  state: asked.state ? form.state.trim() || null : null,
  line1: asked.line1 ? form.line1.trim() || null : null,
  line2: asked.line2 ? form.line2.trim() || null : null,
  postalCode: asked.postalCode ? form.postalCode.trim() || null : null,
  city: asked.city ? form.city.trim() || null : null,
});

/** The request that confirms, without its token. A prefilled e-mail address of a known customer stays theirs. */
export const confirmationOf = (form: CheckoutForm, checkout: CheckoutPublic): Confirmation => ({
  customerName: form.name.trim() || null,
  ...(checkout.customerId === null ? { customerEmail: form.email.trim() } : {}),
  ...(asksForAmount(checkout) ? { amount: parseAmount(form.amount) } : {}),
  ...(asksForAddress(checkout) ? { customerBillingAddress: addressOf(form, checkout) } : {}),
});

const required: Partial<Record<Field, string>> = {
  email: 'Enter your e-mail address.',
  name: 'Enter the name on the card.',
  country: 'Choose a country.',
  state: 'Choose a state.',
  line1: 'Enter your street and number.',
  postalCode: 'Enter your postal code.',
  city: 'Enter your city.',
};

const requiredFields = (checkout: CheckoutPublic): Field[] => {
  const asked = checkout.customerBillingAddressFields;
  const address: Field[] = ['state', 'line1', 'postalCode', 'city'].filter(
    (field): field is keyof typeof asked & Field => asked[field as keyof typeof asked],
  );
  return [
    'email',
    ...(checkout.isPaymentFormRequired ? (['name'] as const) : []),
    ...(asksForAddress(checkout) ? (['country', ...address] as const) : []),
  ];
};

/** What is wrong with the amount that the customer names; null when it can be paid, or has a price. */
export const amountProblem = (form: CheckoutForm, checkout: CheckoutPublic): string | null => {
  if (!asksForAmount(checkout)) return null;
  return parseAmount(form.amount) === null
    ? 'Enter an amount in dollars, such as 12 or 12.50.'
    : (boundErrors(form, checkout)['amount'] ?? null);
};

/** Everything that keeps the form from being sent, by field. */
export const formErrors = (form: CheckoutForm, checkout: CheckoutPublic, now: Date): FieldErrors => {
  const errors: FieldErrors = {};
  const amount = amountProblem(form, checkout);
  if (amount !== null) errors['amount'] = amount;
  for (const field of requiredFields(checkout))
    if (form[field].trim() === '') errors[field] = required[field] ?? 'This is required.';
  const checked = checkRequest(CheckoutConfirm, confirmationOf(form, checkout), {
    fields: checkoutFields,
    money: ['amount'],
  });
  const card = checkout.isPaymentFormRequired ? readCard(form, now).errors : null;
  return { ...checked.errors, ...card, ...errors };
};

/** The seller's bounds on an amount that the customer names. */
const boundErrors = (form: CheckoutForm, { productPrice: price }: CheckoutPublic): FieldErrors => {
  if (price.amountType !== 'custom') return {};
  const amount = parseAmount(form.amount);
  if (amount === null) return {};
  if (price.minimumAmount !== null && amount < price.minimumAmount)
    return { amount: `The least you can pay is $${amountInput(price.minimumAmount)}.` };
  if (price.maximumAmount !== null && amount > price.maximumAmount)
    return { amount: `The most you can pay is $${amountInput(price.maximumAmount)}.` };
  return {};
};
