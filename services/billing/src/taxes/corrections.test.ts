import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { states, statesWithTax } from '@tessera/proto/api/billing/places';
import { countryCorrections, stateCorrections } from './corrections.ts';
import { countryRate, isHarmonized, isKnownPlace, isUntaxed, percentageOf, stateRate } from './rates.ts';

const at = new Date('2026-03-01T00:00:00Z');
const percent = (rate: { millionths: number } | null): number => Number(percentageOf(rate?.millionths ?? 0));

describe('rates that the package has wrong', () => {
  it.each(Object.entries(stateCorrections))('%s of the US levies %d percent', (state, rate) => {
    expect(percent(stateRate('US', `US-${state}`, at))).toBe(rate);
  });

  it.each(Object.entries(countryCorrections))('%s levies %d percent', (country, rate) => {
    expect(percent(countryRate(country, at))).toBe(rate);
  });

  it('leave all others, and those of before, as they are', () => {
    expect(percent(stateRate('US', 'US-NY', at))).toBe(4);
    expect(percent(stateRate('CA', 'CA-QC', at))).toBe(9.975);
    expect(percent(countryRate('CH', new Date('2023-06-01T00:00:00Z')))).toBe(7.7);
    expect(countryRate('US', at)).toBeNull();
    expect(isKnownPlace('US', 'US-OR')).toBe(false);
  });

  it('are still wrong there: what the package has caught up with is no correction any more', () => {
    const file = fileURLToPath(import.meta.resolve('sales-tax/res/sales_tax_rates.json'));
    const table = JSON.parse(readFileSync(file, 'utf8'));
    const rates = (places: Record<string, { rate: number }>, corrections: object) =>
      Object.entries(corrections).filter(
        ([code, rate]) => Math.abs((places[code]?.rate ?? 0) * 100 - rate) < 1e-9,
      );
    expect(rates(table, countryCorrections)).toEqual([]);
    expect(rates(table.US.states, stateCorrections)).toEqual([]);
  });
});

describe('the states where sellers can register', () => {
  it.each(Object.keys(statesWithTax))(
    'of %s are those that the table has a rate of their own for',
    (country) => {
      const rated = states[country]?.filter((state) => stateRate(country, `${country}-${state}`, at));
      const own = rated?.filter((state) => !isHarmonized(country, `${country}-${state}`, at));
      expect(statesWithTax[country]?.toSorted()).toEqual(own?.toSorted());
      const known = states[country]?.filter((state) => isKnownPlace(country, `${country}-${state}`));
      expect(known).toEqual(rated);
      expect(rated?.filter((state) => isUntaxed(country, `${country}-${state}`))).toEqual([]);
    },
  );

  it('leave out those without a tax or with the country’s, and places whose tax is not known', () => {
    const others = (country: string) =>
      states[country]?.filter((state) => !statesWithTax[country]?.includes(state)) ?? [];
    const places = ['US', 'CA'].flatMap((country) => others(country).map((state) => `${country}-${state}`));
    expect(places.filter((state) => isUntaxed(state.slice(0, 2), state))).toEqual([
      'US-AK',
      'US-DE',
      'US-MT',
      'US-NH',
      'US-OR',
      'CA-AB',
      'CA-NT',
      'CA-NU',
      'CA-YT',
    ]);
    const harmonized = places.filter((state) => isHarmonized(state.slice(0, 2), state, at));
    expect(harmonized).toEqual(['CA-NB', 'CA-NL', 'CA-NS', 'CA-ON', 'CA-PE']);
    // Territories, and the armed forces abroad.
    const unknown = places.filter((state) => !harmonized.includes(state));
    expect(unknown.filter((state) => !isUntaxed(state.slice(0, 2), state))).toEqual([
      'US-AS',
      'US-GU',
      'US-MP',
      'US-PR',
      'US-UM',
      'US-VI',
      'US-AA',
      'US-AE',
      'US-AP',
    ]);
  });
});
