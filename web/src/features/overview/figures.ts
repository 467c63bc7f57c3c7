import type { Metrics } from '../../api/metrics.ts';
import type { Key } from '../../i18n/catalogues.ts';
import type { Point } from '../../ui/chart/points.ts';

/** What the overview shows, in the order of its tiles. */
export const figures = [
  { slug: 'revenue', label: 'overview:revenue', isMoney: true, kind: 'bars' },
  { slug: 'orders', label: 'overview:orders', isMoney: false, kind: 'bars' },
  { slug: 'monthlyRecurringRevenue', label: 'overview:recurringRevenue', isMoney: true, kind: 'line' },
  { slug: 'activeSubscriptions', label: 'overview:activeSubscriptions', isMoney: false, kind: 'line' },
] as const satisfies {
  slug: keyof Metrics['totals'];
  label: Key;
  isMoney: boolean;
  kind: 'bars' | 'line';
}[];

export type Figure = (typeof figures)[number];

/** The figure that an address names; the first for what it made up. */
export const figureNamed = (name: string): Figure => figures.find(({ slug }) => slug === name) ?? figures[0];

/** A figure over time, with what it was at the same place of the period before. */
export const pointsOf = (
  slug: Figure['slug'],
  periods: Metrics['periods'],
  before: Metrics['periods'] | undefined,
): Point[] =>
  periods.map((period, index) => ({
    at: period.timestamp,
    value: period[slug],
    before: before?.[index]?.[slug] ?? null,
  }));
