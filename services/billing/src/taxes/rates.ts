/**
 * Tax rates of countries and states on digital goods, by date: the table of the package `sales-tax` with corrections.
 * Rates in parts per million, so that 9.975 % is exact.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TaxType } from '@tessera/proto/api/billing/tax';
import { z } from 'zod';
import { countryCorrections, stateCorrections } from './corrections.ts';

const Levy = z.object({
  type: z.enum(['vat', 'gst', 'hst', 'pst', 'qst', 'igic', 'none']),
  rate: z.number(),
});
const Dated = Levy.extend({ before: z.record(z.iso.datetime(), Levy).optional() });
const Table = z.record(z.string(), Dated.extend({ states: z.record(z.string(), Dated).optional() }));

const file = fileURLToPath(import.meta.resolve('sales-tax/res/sales_tax_rates.json'));
let table: z.infer<typeof Table> | undefined;
/** Loaded on first use: the table takes megabytes. */
const levyOf = (country: string) => {
  table ??= corrected(Table.parse(JSON.parse(readFileSync(file, 'utf8'))));
  return table[country];
};

const corrected = (read: z.infer<typeof Table>): z.infer<typeof Table> => ({
  ...withRates(read, countryCorrections),
  ...(read['US'] && { US: { ...read['US'], states: withRates(read['US'].states ?? {}, stateCorrections) } }),
});

/** Replaces current rates; former ones stay. */
const withRates = <Place extends z.infer<typeof Dated>>(
  places: Record<string, Place>,
  percents: Readonly<Record<string, number>>,
): Record<string, Place> => {
  const changed = Object.entries(percents).flatMap(([code, percent]) => {
    const place = places[code];
    return place ? [[code, { ...place, rate: percent / 100 }] as const] : [];
  });
  return { ...places, ...Object.fromEntries(changed) };
};

/** A tax with its rate in parts per million. */
export type Rate = { type: TaxType; millionths: number };

/** `before` holds the rates that were valid until a day; the earliest such day after `at` applies. */
const levyAt = ({ before = {}, ...now }: z.infer<typeof Dated>, at: Date): z.infer<typeof Levy> => {
  const until = Object.keys(before)
    .filter((day) => at < new Date(day))
    .toSorted((a, b) => new Date(a).getTime() - new Date(b).getTime());
  return (until[0] && before[until[0]]) || now;
};

const rateOf = (country: string, { type, rate }: z.infer<typeof Levy>): Rate | null => {
  const millionths = Math.round(rate * 1_000_000);
  if (type === 'none' || millionths === 0) return null;
  return { type: country === 'US' && type === 'vat' ? 'sales_tax' : type, millionths };
};

/** Returns whether the table has a country, and the state in it. */
export const isKnownPlace = (country: string, state: string | null): boolean => {
  const known = levyOf(country);
  return known !== undefined && (state === null || known.states?.[bare(country, state)] !== undefined);
};

/**
 * States without a sales tax of their own, which the table lacks like places whose tax it does not know (Puerto Rico).
 * In Alaska cities alone have one.
 */
const untaxedStates: Readonly<Record<string, readonly string[]>> = {
  US: ['AK', 'DE', 'MT', 'NH', 'OR'],
  CA: ['AB', 'NT', 'NU', 'YT'],
};

export const isUntaxed = (country: string, state: string): boolean =>
  untaxedStates[country]?.includes(bare(country, state)) ?? false;

/** Whether a state's tax is one with the country's (Ontario's with Canada's), and collected by whom registers there. */
export const isHarmonized = (country: string, state: string, at: Date): boolean =>
  stateRate(country, state, at)?.type === 'hst';

/** Returns whether the country's taxes differ by state. */
export const hasStates = (country: string): boolean => levyOf(country)?.states !== undefined;

/** Returns the country's own rate; null: none. */
export const countryRate = (country: string, at: Date): Rate | null => {
  const known = levyOf(country);
  return known ? rateOf(country, levyAt(known, at)) : null;
};

/** Returns the rate of a state in addition to the country's (below 0: a reduction); null: none. */
export const stateRate = (country: string, state: string, at: Date): Rate | null => {
  const known = levyOf(country)?.states?.[bare(country, state)];
  return known ? rateOf(country, levyAt(known, at)) : null;
};

/** `US-CA` -> `CA`, the table's spelling. */
const bare = (country: string, state: string): string => state.toUpperCase().replace(`${country}-`, '');

/** `190000` -> `19`, `99750` -> `9.975`. */
export const percentageOf = (millionths: number): string => {
  const digits = String(millionths).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, -4)}.${fraction}` : digits.slice(0, -4);
};
