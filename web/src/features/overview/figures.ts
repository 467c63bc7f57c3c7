import type { Metrics } from '../../api/sales/metrics.ts';
import type { Key } from '../../i18n/catalogues.ts';
import type { Point } from '../../ui/chart/points.ts';

/** A metric of the API: its label and format. `isShare`: a value between 0 and 1. */
export type Figure = {
  slug: keyof Metrics['totals'];
  label: Key;
  isMoney: boolean;
  isShare?: boolean;
  /** What counts, where that is not plain. */
  note?: Key;
  kind: 'bars' | 'line';
};

/** The metrics of the overview, in the order of the tiles. */
export const figures = [
  { slug: 'revenue', label: 'overview:revenue', isMoney: true, kind: 'bars' },
  { slug: 'orders', label: 'overview:orders', isMoney: false, kind: 'bars' },
  {
    slug: 'monthlyRecurringRevenue',
    label: 'overview:recurringRevenue',
    isMoney: true,
    note: 'overview:pastDueCount',
    kind: 'line',
  },
  {
    slug: 'activeSubscriptions',
    label: 'overview:activeSubscriptions',
    isMoney: false,
    note: 'overview:pastDueCount',
    kind: 'line',
  },
] as const satisfies Figure[];

export type TileFigure = (typeof figures)[number];

/** Additional metrics of the analytics page. */
export const furtherFigures: readonly Figure[] = [
  { slug: 'averageOrderValue', label: 'overview:averageOrderValue', isMoney: true, kind: 'bars' },
  { slug: 'cumulativeRevenue', label: 'overview:cumulativeRevenue', isMoney: true, kind: 'line' },
  { slug: 'oneTimeProductsRevenue', label: 'overview:oneTimeRevenue', isMoney: true, kind: 'bars' },
  { slug: 'newSubscriptions', label: 'overview:newSubscriptions', isMoney: false, kind: 'bars' },
  { slug: 'newSubscriptionsRevenue', label: 'overview:newSubscriptionsRevenue', isMoney: true, kind: 'bars' },
  { slug: 'renewedSubscriptions', label: 'overview:renewedSubscriptions', isMoney: false, kind: 'bars' },
  { slug: 'renewedSubscriptionsRevenue', label: 'overview:renewalRevenue', isMoney: true, kind: 'bars' },
  { slug: 'churnedSubscriptions', label: 'overview:churnedSubscriptions', isMoney: false, kind: 'bars' },
  { slug: 'churnRate', label: 'overview:churnRate', isMoney: false, isShare: true, kind: 'line' },
  {
    slug: 'netRevenueRetention',
    label: 'overview:netRevenueRetention',
    isMoney: false,
    isShare: true,
    kind: 'line',
  },
  { slug: 'lifetimeValue', label: 'overview:lifetimeValue', isMoney: true, kind: 'line' },
  { slug: 'checkouts', label: 'overview:checkouts', isMoney: false, kind: 'bars' },
  { slug: 'checkoutsConversion', label: 'overview:conversion', isMoney: false, isShare: true, kind: 'line' },
];

/** The metric named in the URL; the first for unknown names. */
export const figureNamed = (name: string): TileFigure =>
  figures.find(({ slug }) => slug === name) ?? figures[0];

/** The denominators of ratios and means: when they are 0, the API returns 0, though there is no value. */
const wholes: Partial<Record<Figure['slug'], 'checkouts' | 'orders'>> = {
  averageOrderValue: 'orders',
  checkoutsConversion: 'checkouts',
};

/** The value of a metric in a period or in total; null where there is none. */
export const valueOf = (
  slug: Figure['slug'],
  sums: Partial<Metrics['totals']> | undefined,
): number | null => {
  const whole = wholes[slug];
  return whole !== undefined && sums?.[whole] === 0 ? null : (sums?.[slug] ?? null);
};

/** A metric over time, each point with the value at the same place of the previous period. */
export const pointsOf = (
  slug: Figure['slug'],
  periods: Metrics['periods'],
  before: Metrics['periods'] | undefined,
): Point[] =>
  periods.map((period, index) => ({
    at: period.timestamp,
    value: valueOf(slug, period),
    before: valueOf(slug, before?.[index]),
  }));
