import type { Timestamp } from '@tessera/proto/api/wire';

/** A figure at a time, and at the same position of the previous period; null without data. */
export type Point = { at: Timestamp; value: number | null; before: number | null };
/** A point with a value. */
export type KnownPoint = Point & { value: number };

export const isKnown = (point: Point): point is KnownPoint => point.value !== null;

export type ChartProps = {
  /** The chart's name, for screen readers: "Revenue". */
  label: string;
  points: Point[];
  /** Bars for amounts per period, a line for running values. */
  kind: 'bars' | 'line';
  /** A value in full, for the tooltip. */
  format: (value: number) => string;
  /** A value in short, for the axis. */
  formatBriefly: (value: number) => string;
  /** A point's time: in full, and for the axis. */
  formatAt: (at: Timestamp) => string;
  formatTick: (at: Timestamp) => string;
};

/** The relative change; null when the earlier value is 0. */
export const changeOf = (value: number, before: number): number | null =>
  before === 0 ? null : (value - before) / Math.abs(before);

/** The index that an arrow key, Home or End leads to; null for other keys. */
export const stepOf = (key: string, index: number | null, count: number): number | null => {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, (index ?? -1) + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (index ?? last + 1) - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
};
