import type { Timestamp } from '@tessera/proto/api/wire';

/** A figure at a time, and what it was at the same place of the period before; null where there is nothing to tell. */
export type Point = { at: Timestamp; value: number | null; before: number | null };
/** One that is drawn. */
export type KnownPoint = Point & { value: number };

export const isKnown = (point: Point): point is KnownPoint => point.value !== null;

export type ChartProps = {
  /** What is shown, for readers: "Revenue". */
  label: string;
  points: Point[];
  /** What is counted anew in each period stands as bars, what goes on is a line. */
  kind: 'bars' | 'line';
  /** A value in full, in the box of a point. */
  format: (value: number) => string;
  /** A value along the axis, short. */
  formatBriefly: (value: number) => string;
  /** When a point is: in full, and along the axis. */
  formatAt: (at: Timestamp) => string;
  formatTick: (at: Timestamp) => string;
};

/** How much more than before, as a share of it; null where nothing was before. */
export const changeOf = (value: number, before: number): number | null =>
  before === 0 ? null : (value - before) / Math.abs(before);

/** Where an arrow key leads from a point; null: nowhere. */
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
