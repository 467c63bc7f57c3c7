/** The address lines that a checkout requests. */
import { type AskedLines, linesFor } from '../../buyers/form/address.ts';
import type { CheckoutPublic } from '../api.ts';

/**
 * The fields for a country: the server's, or, until it knows the country, those that it will request (by the country,
 * and whether the full address is required).
 */
export const addressFields = (checkout: CheckoutPublic, country: string): AskedLines => {
  const known = checkout.customerBillingAddressFields;
  return country === '' || checkout.customerBillingAddress?.country === country
    ? known
    : linesFor(country, checkout.requireBillingAddress || checkout.isBusinessCustomer);
};
