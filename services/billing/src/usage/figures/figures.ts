/** Adds up events in memory before writing to the database; pure functions, exact decimals. */
import { Big } from 'big.js';
import { textOf } from '../filter.ts';
import { keyOf } from './pairs.ts';
import type { KnownTuple, Tuple } from './tuples.ts';

/** `sum`, `min` and `max` are decimal text. */
export type Figures = { count: number; sum: string; min: string | null; max: string | null };

type Open = { count: number; whole: number; exact: Big | null; min: number | null; max: number | null };

/** Safe integers are added as numbers, everything else exactly. */
const addValue = (open: Open, value: number): void => {
  const whole = open.whole + value;
  if (Number.isInteger(value) && Number.isSafeInteger(whole)) open.whole = whole;
  else open.exact = (open.exact ?? new Big(0)).plus(value);
  if (open.min === null || value < open.min) open.min = value;
  if (open.max === null || value > open.max) open.max = value;
};

const close = ({ count, whole, exact, min, max }: Open): Figures => ({
  count,
  sum: exact === null ? String(whole) : exact.plus(whole).toFixed(),
  min: min === null ? null : textOf(min),
  max: max === null ? null : textOf(max),
});

/**
 * Returns the first tuple of each group with the group's figures, in the order of `keyOf`. Of distinct values only
 * the number matters.
 */
export const addUp = <One extends Tuple>(
  tuples: readonly One[],
  keyOf: (tuple: One) => string,
): (Figures & { first: One })[] => {
  const groups = new Map<string, { first: One; open: Open }>();
  for (const tuple of tuples) {
    const key = keyOf(tuple);
    let group = groups.get(key);
    if (!group) {
      group = { first: tuple, open: { count: 0, whole: 0, exact: null, min: null, max: null } };
      groups.set(key, group);
    }
    group.open.count += 1;
    if (typeof tuple.value === 'number') addValue(group.open, tuple.value);
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { first, open }]) => ({ first, ...close(open) }));
};

/** Figures of one customer and meter. */
export type MeterFigures = Figures & { first: KnownTuple };

/** Adds up tuples by customer and meter. */
export const figuresOf = (tuples: readonly KnownTuple[]): MeterFigures[] => addUp(tuples, keyOf);
