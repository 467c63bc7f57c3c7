/** Interleaved rounds: contenders are measured in turn, several times, and compared by their medians. */

/** Returns the median (of an even number of values, the lower of the two in the middle). */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** Returns the value that `share` (0..1) of the values do not exceed. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ??
  Number.NaN;

/**
 * Measures each contender once per round, in turn. Returns all measurements by name, without the first round
 * (warm-up).
 */
export const interleave = async <Name extends string>(
  rounds: number,
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await contenders[name]();
      if (round > 0) results[name].push(value);
    }
  }
  return results;
};
