/** Facts besides the country that decide about the tax, sent once typed. */
import type { CheckoutChanges, CheckoutPublic } from '../api.ts';
import { addressOf, asksForAddress, type CheckoutForm } from './form.ts';

/** The facts that the server does not have yet; null when there are none. The country is sent when it is chosen. */
export const untoldTaxFacts = (form: CheckoutForm, checkout: CheckoutPublic): CheckoutChanges | null => {
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

/** Whether the total differs from the shown one by its tax: nobody is charged a total that they have not seen. */
export const isTaxedAnew = (shown: CheckoutPublic, now: CheckoutPublic): boolean =>
  now.amount === shown.amount &&
  now.discountAmount === shown.discountAmount &&
  now.totalAmount !== shown.totalAmount;
