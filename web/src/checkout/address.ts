/** Which lines of an address a checkout asks for, and where its buyer probably is. */
import { countries } from '@tessera/proto/api/billing/places';
import type { CheckoutPublic } from './api.ts';

type AddressFields = CheckoutPublic['customerBillingAddressFields'];

/** The country that the browser's language names (`de-AT` -> AT); empty where it names none. */
export const guessedCountry = (tags: readonly string[]): string => {
  for (const tag of tags) {
    const region = /[-_]([A-Za-z]{2})(?:[-_]|$)/.exec(tag)?.[1]?.toUpperCase();
    if (region && countries.includes(region)) return region;
  }
  return '';
};

/**
 * The fields for a country: the server's, and until it has heard of the country those that it will ask for (the country
 * decides, and whether all of an address is wanted anyway).
 */
export const addressFields = (checkout: CheckoutPublic, country: string): AddressFields => {
  const known = checkout.customerBillingAddressFields;
  if (country === '' || checkout.customerBillingAddress?.country === country) return known;
  const full = checkout.requireBillingAddress || checkout.isBusinessCustomer || country === 'US';
  return {
    country: true,
    state: full || country === 'CA',
    line1: full,
    line2: full,
    city: full,
    postalCode: full,
  };
};
