/** Facts that decide about the total, sent once typed. */
import { parseAmount } from '../../buyers/prices/format.ts';
import type { CheckoutChanges, CheckoutPublic } from '../api.ts';
import { addressOf, amountProblem, asksForAddress, asksForAmount, type CheckoutForm } from './form.ts';

/** The facts that the server does not have yet; null when there are none. The country is sent when it is chosen. */
export const unsentTaxFacts = (form: CheckoutForm, checkout: CheckoutPublic): CheckoutChanges | null => {
  if (!asksForAddress(checkout) || form.country === '') return null;
  const known = checkout.customerBillingAddress;
  const address = addressOf(form, checkout);
  const isMoved =
    known?.country !== address.country ||
    known.state !== address.state ||
    known.postalCode !== address.postalCode;
  const taxId = form.taxId.trim() || null;
  const isOther = checkout.isBusinessCustomer && taxId !== checkout.customerTaxId;
  if (!isMoved && !isOther) return null;
  return {
    ...(isMoved && { customerBillingAddress: address }),
    ...(isOther && { customerTaxId: taxId }),
  };
};

/** The form fields whose values are in the changes. */
export const toldFields = ({ customerBillingAddress: address, customerTaxId }: CheckoutChanges): string[] => [
  ...(['country', 'state', 'postalCode'] as const).filter((line) => address?.[line]),
  ...(customerTaxId ? ['taxId'] : []),
];

/** The customer's own amount, where the server has another; null where it has not, or where the amount is none. */
export const untoldAmount = (form: CheckoutForm, checkout: CheckoutPublic): number | null => {
  if (!asksForAmount(checkout) || amountProblem(form, checkout) !== null) return null;
  const amount = parseAmount(form.amount, checkout.currency);
  return amount === checkout.amount ? null : amount;
};

/** Tax on top of the price. */
const addedTax = ({ totalAmount, amount, discountAmount }: CheckoutPublic): number =>
  totalAmount - (amount - discountAmount);

/**
 * Whether the total differs from the shown one by its tax: nobody is charged a total that they have not seen. Whoever
 * has typed another amount knows it, but not the tax on top of it.
 */
export const isTaxedAnew = (shown: CheckoutPublic, now: CheckoutPublic): boolean =>
  now.totalAmount !== shown.totalAmount &&
  (now.amount === shown.amount
    ? now.discountAmount === shown.discountAmount
    : addedTax(now) !== addedTax(shown));
