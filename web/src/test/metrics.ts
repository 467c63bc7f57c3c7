import { MetricsResponse, MetricsTotals } from '@tessera/proto/api/billing/metrics';

const slugs = Object.keys(MetricsTotals.shape);
const unknown = { churnRate: null, lifetimeValue: null, netRevenueRetention: null };

/** No figure at all. */
export const noFigures: MetricsTotals = {
  ...(Object.fromEntries(slugs.map((slug) => [slug, 0])) as MetricsTotals),
  ...unknown,
};

/** Figures with no more in them than is said, in dollars where nothing else is. */
export const metricsWith = (
  totals: Partial<MetricsTotals> = {},
  more: Partial<Pick<MetricsResponse, 'periods' | 'currency' | 'currencies'>> = {},
): MetricsResponse => ({
  periods: [],
  totals: { ...noFigures, ...totals },
  metrics: Object.fromEntries(
    Object.keys(MetricsResponse.shape.metrics.shape).map((slug) => [
      slug,
      { slug, displayName: slug, type: 'scalar' as const },
    ]),
  ) as MetricsResponse['metrics'],
  currency: 'usd',
  currencies: ['usd'],
  ...more,
});
