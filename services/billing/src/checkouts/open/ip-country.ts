/** The country that a buyer's IP address suggests while no billing address is known. */
import { countries } from '@tessera/proto/api/billing/places';
import type { Billing } from '../../billing.ts';

/** Returns an ISO 3166-1 code; null for private and unknown addresses. */
export const ipCountryOf = async (
  billing: Pick<Billing, 'countries'>,
  address: string | null | undefined,
): Promise<string | null> => {
  const country = await billing.countries.of(address ?? null);
  return country !== null && countries.includes(country) ? country : null;
};
