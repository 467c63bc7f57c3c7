/** Periods and their units; pure functions. */
import type { MeterQuantities } from '@tessera/proto/api/billing/meter';
import { Big } from 'big.js';
import { unitsOf } from '../costs/amount.ts';
import type { Func } from '../filter.ts';
import type { Sums } from '../store/store.ts';

const lesser = (one: string | null, other: string | null, sign: 1 | -1): string | null => {
  if (one === null || other === null) return one ?? other;
  return new Big(one).cmp(other) * sign <= 0 ? one : other;
};

/** Merges the sums of several sources. */
export const mergeSums = (parts: readonly Sums[]): Map<number, Sums> => {
  const merged = new Map<number, Sums>();
  for (const part of parts) {
    const present = merged.get(part.bucket.getTime());
    merged.set(
      part.bucket.getTime(),
      present
        ? {
            bucket: part.bucket,
            count: present.count + part.count,
            sum: new Big(present.sum).plus(part.sum).toFixed(),
            min: lesser(present.min, part.min, 1),
            max: lesser(present.max, part.max, -1),
          }
        : part,
    );
  }
  return merged;
};

/** The units of aggregated events; 0 if there are none. */
export const quantityOf = (func: Func, sums: Sums | undefined): number => {
  if (!sums) return 0;
  switch (func) {
    case 'count':
    case 'unique':
      return sums.count;
    case 'sum':
      return unitsOf(sums.sum);
    case 'min':
      return unitsOf(sums.min ?? '0');
    case 'max':
      return unitsOf(sums.max ?? '0');
    case 'avg':
      return sums.count === 0 ? 0 : unitsOf(new Big(sums.sum).div(sums.count).toFixed());
  }
};

/**
 * Every period with its units, and the total. `parts` are sums of periods; `whole` is the total where it cannot be
 * derived from them.
 */
export const quantitiesOf = (
  func: Func,
  { periods, parts, whole }: { periods: readonly Date[]; parts: readonly Sums[]; whole?: Sums | undefined },
): MeterQuantities => {
  const sums = mergeSums(parts);
  const all = mergeSums(parts.map((part) => ({ ...part, bucket: new Date(0) }))).get(0);
  return {
    quantities: periods.map((timestamp) => ({
      timestamp,
      quantity: quantityOf(func, sums.get(timestamp.getTime())),
    })),
    total: quantityOf(func, func === 'unique' ? whole : all),
  };
};
