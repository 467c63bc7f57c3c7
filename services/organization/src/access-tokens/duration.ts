/** ISO 8601 durations of fixed length. Pure. */

const units: readonly [RegExp, number][] = [
  [/([\d.]+)W/, 604_800],
  [/([\d.]+)D/, 86_400],
  [/([\d.]+)H/, 3_600],
  [/T.*?([\d.]+)M/, 60],
  [/([\d.]+)S/, 1],
];

/** Returns 129,600,000 for `P1DT12H`. Supports weeks to seconds; numbers are seconds. */
export const millisecondsOf = (duration: string | number): number =>
  typeof duration === 'number' ? duration * 1000 : sumOf(duration);

const sumOf = (duration: string): number =>
  units.reduce((sum, [unit, seconds]) => sum + Number(unit.exec(duration)?.[1] ?? 0) * seconds * 1000, 0);
