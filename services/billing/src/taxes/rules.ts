/**
 * Decides which taxes are due on a digital good, by the customer's place and the seller's registrations; pure
 * functions.
 */
import type { Address } from '@tessera/proto/api/billing/address';
import type { TaxabilityReason, TaxBehavior, TaxDetails, TaxLine } from '@tessera/proto/api/billing/tax';
import { unionCountries } from '@tessera/proto/api/billing/union';
import { share, spread } from '@tessera/proto/api/money';
import { type TaxAnswer, UnknownPlace } from '../money/tax.ts';
import { readTaxId } from '../money/tax-id.ts';
import { countryRate, isKnownPlace, percentageOf, type Rate, stateRate } from './rates.ts';

/** Where a seller collects tax. `eu_oss`: in all of the European Union, by the One Stop Shop of `country`. */
export type Registration = { country: string; state: string | null; scheme: 'standard' | 'eu_oss' };

export type TaxFacts = {
  address: Address;
  taxId: [string, string] | null;
  /** The registrations that are valid at `at`. */
  registrations: readonly Registration[];
  /** The member state in which the seller is exempt as a small business; null: not such a seller. */
  exemptIn: string | null;
  isTaxable: boolean;
  at: Date;
};

type Due = Rate & { country: string; state: string | null };
type Decision = { reason: TaxabilityReason; due: Due[]; isSmallBusiness?: true };

const nothing = (reason: TaxabilityReason): Decision => ({ reason, due: [] });
const smallBusiness: Decision = { ...nothing('not_collecting'), isSmallBusiness: true };

/** Canary Islands, Ceuta and Melilla: part of Spain, but outside of the EU VAT territory. */
const spanishTerritories: Readonly<Record<string, string>> = { 35: 'GC', 38: 'TF', 51: 'CE', 52: 'ML' };

const territoryOf = ({ country, state, postalCode }: Address): string | null =>
  country === 'ES' ? (spanishTerritories[postalCode?.slice(0, 2) ?? ''] ?? null) : state;

/**
 * Returns the taxes due. Throws UnknownPlace if the seller collects in some states and the customer's state is
 * unknown.
 */
export const decideTax = (facts: TaxFacts): Decision => {
  const { address, registrations, exemptIn, isTaxable } = facts;
  const { country } = address;
  if (!isTaxable) return nothing('product_exempt');
  if (registrations.length === 0 && !exemptIn) return nothing('not_collecting');
  const state = territoryOf(address);
  if (unionCountries.has(country))
    return state && country === 'ES' ? nothing('not_subject_to_tax') : inUnion(facts);
  const here = registrations.filter((one) => one.country === country && one.scheme === 'standard');
  if (here.length === 0) return nothing('not_collecting');
  if (!isKnownPlace(country, null)) return nothing('not_supported');
  if (country === 'US') return inStates(facts, here);
  if (country === 'CA') return inProvinces(facts, here);
  return rated([due(country, null, countryRate(country, facts.at))]);
};

/**
 * Businesses in another member state account for the tax themselves (reverse charge), also where the seller is a small
 * business; consumers pay that of their own state.
 */
const inUnion = ({ address: { country }, taxId, registrations, exemptIn, at }: TaxFacts): Decision => {
  if (country === exemptIn) return smallBusiness;
  const union = registrations.filter((one) => unionCountries.has(one.country));
  const isLocal = union.some((one) => one.country === country);
  if (union.length === 0 && !exemptIn) return nothing('not_collecting');
  if (!isLocal && isBusiness(country, taxId)) return nothing('reverse_charge');
  if (!isLocal && !union.some(({ scheme }) => scheme === 'eu_oss'))
    return exemptIn ? smallBusiness : nothing('not_collecting');
  return rated([due(country, null, countryRate(country, at))]);
};

/** Check digits are validated again: a customer's tax id stored by a seller was not validated. */
const isBusiness = (country: string, taxId: TaxFacts['taxId']): boolean =>
  taxId?.[1] === 'eu_vat' && readTaxId(country, taxId[0])?.[1] === 'eu_vat';

const inStates = ({ address: { country, state }, at }: TaxFacts, here: readonly Registration[]): Decision => {
  if (state === null) throw new UnknownPlace('the state is not known');
  if (!here.some((one) => one.state === state)) return nothing('not_collecting');
  return rated([due(country, state, stateRate(country, state, at))]);
};

/** Harmonized provinces have one combined tax; the own taxes of others need a registration there. */
const inProvinces = (
  { address: { country, state }, at }: TaxFacts,
  here: readonly Registration[],
): Decision => {
  if (state === null) throw new UnknownPlace('the province is not known');
  const federal = here.some((one) => one.state === null) ? countryRate(country, at) : null;
  const own = stateRate(country, state, at);
  if (own?.type === 'hst')
    return federal
      ? rated([due(country, state, { type: 'hst', millionths: federal.millionths + own.millionths })])
      : nothing('not_collecting');
  const provincial = here.some((one) => one.state === state) ? own : null;
  if (!federal && !provincial) return nothing('not_collecting');
  return rated([due(country, null, federal), due(country, state, provincial)]);
};

const due = (country: string, state: string | null, rate: Rate | null): Due | null =>
  rate && { ...rate, country, state };

const rated = (found: readonly (Due | null)[]): Decision => {
  const taxes = found.filter((one) => one !== null);
  return taxes.length > 0 ? { reason: 'standard_rated', due: taxes } : nothing('not_subject_to_tax');
};

/**
 * The tax of an amount: rounded once, half up, and distributed over its rates by largest remainder, so that they add
 * up to it (contracts/billing-behaviour.md, section 2). An inclusive price contains rate / (1 + rate).
 */
export const taxOfAmount = (
  amount: number,
  { facts, behavior }: { facts: TaxFacts; behavior: TaxBehavior },
): TaxAnswer => {
  const { due: taxes, ...decision } = decideTax(facts);
  const rates = taxes.map(({ millionths }) => millionths);
  const part = rates.reduce((sum, rate) => sum + rate, 0);
  const whole = behavior === 'inclusive' ? 1_000_000 + part : 1_000_000;
  const tax = share(amount, { part, whole, halves: 'up' });
  const amounts = spread(tax, rates);
  const lines = taxes.map(
    ({ type, country, state, millionths }, index): TaxLine => ({
      type,
      country,
      state,
      percentage: percentageOf(millionths),
      amount: amounts[index] ?? 0,
    }),
  );
  const details: TaxDetails = { behavior, ...decision, lines };
  return { amount: tax, details };
};
