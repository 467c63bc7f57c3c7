import type { TaxRegistration } from '@tessera/proto/api/billing/tax';
import type { TaxRegistrationRow } from './entity.ts';
import { countryRate, percentageOf, stateRate } from './rates.ts';

/** A registration with the current rate of its place; null where it covers several rates. */
export const viewTaxRegistration = (row: TaxRegistrationRow, at: Date): TaxRegistration => {
  const { country, state, scheme } = row;
  const rate = state === null ? countryRate(country, at) : stateRate(country, state, at);
  return {
    ...row,
    percentage: scheme === 'eu_oss' ? null : rate && percentageOf(Math.max(rate.millionths, 0)),
  };
};
