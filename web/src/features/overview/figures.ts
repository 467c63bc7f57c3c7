import type { Metrics } from '../../api/metrics.ts';
import type { Key } from '../../i18n/catalogues.ts';
import type { Point } from '../../ui/chart/points.ts';

/** A figure of the API: how it is called and shown. `isShare`: between 0 and 1. */
export type Figure = {
  slug: keyof Metrics['totals'];
  label: Key;
  isMoney: boolean;
  isShare?: boolean;
  kind: 'bars' | 'line';
};

/** What the overview shows, in the order of its tiles. */
export const figures = [
  { slug: 'revenue', label: 'overview:revenue', isMoney: true, kind: 'bars' },
  { slug: 'orders', label: 'overview:orders', isMoney: false, kind: 'bars' },
  { slug: 'monthlyRecurringRevenue', label: 'overview:recurringRevenue', isMoney: true, kind: 'line' },
  { slug: 'activeSubscriptions', label: 'overview:activeSubscriptions', isMoney: false, kind: 'line' },
] as const satisfies Figure[];

export type TileFigure = (typeof figures)[number];

/** What the analytics show beside these. */
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

/** The figure that an address names; the first for what it made up. */
export const figureNamed = (name: string): TileFigure =>
  figures.find(({ slug }) => slug === name) ?? figures[0];

/** What a share or a mean is of: without any of these there is nothing to tell, and the API says 0. */
const wholes: Partial<Record<Figure['slug'], 'checkouts' | 'orders'>> = {
  averageOrderValue: 'orders',
  checkoutsConversion: 'checkouts',
};

/** A figure of a period, or of all; null where there is nothing to tell. */
export const valueOf = (
  slug: Figure['slug'],
  sums: Partial<Metrics['totals']> | undefined,
): number | null => {
  const whole = wholes[slug];
  return whole !== undefined && sums?.[whole] === 0 ? null : (sums?.[slug] ?? null);
};

/** A figure over time, with what it was at the same place of the period before. */
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
