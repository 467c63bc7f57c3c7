/** Figures as parameters of statements. */
import type { Figures, MeterFigures } from './figures.ts';
import { columnsOf } from './pairs.ts';

/** SQL of the figures that `valuesOf` binds: rows `given (customer_id, meter_id, func, count, sum, min, max)`. */
export const givenFigures = `given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[])
      AS given (customer_id, meter_id, func, count, sum, min, max)
  )`;

export const valuesOf = (figures: readonly MeterFigures[]): unknown[] => [
  ...columnsOf(figures.map(({ first }) => first)),
  figures.map(({ first }) => first.func),
  ...numbersOf(figures),
];

/** The figures as four columns: counts, sums, minima and maxima. */
export const numbersOf = (figures: readonly Figures[]) => [
  figures.map(({ count }) => count),
  figures.map(({ sum }) => sum),
  figures.map(({ min }) => min),
  figures.map(({ max }) => max),
];
