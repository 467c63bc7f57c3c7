/** Which lines of an address a checkout asks for. */
import { type AskedLines, linesFor } from '../buyers/address.ts';
import type { CheckoutPublic } from './api.ts';

/**
 * The fields for a country: the server's, and until it has heard of the country those that it will ask for (the country
 * decides, and whether all of an address is wanted anyway).
 */
export const addressFields = (checkout: CheckoutPublic, country: string): AskedLines => {
  const known = checkout.customerBillingAddressFields;
  return country === '' || checkout.customerBillingAddress?.country === country
    ? known
    : linesFor(country, checkout.requireBillingAddress || checkout.isBusinessCustomer);
};
