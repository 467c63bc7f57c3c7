import { MetricsResponse, MetricsTotals } from '@tessera/proto/api/billing/metrics';

const slugs = Object.keys(MetricsTotals.shape);
const unknown = { churnRate: null, lifetimeValue: null, netRevenueRetention: null };

/** All figures zero or null. */
export const noFigures: MetricsTotals = {
  ...(Object.fromEntries(slugs.map((slug) => [slug, 0])) as MetricsTotals),
  ...unknown,
};

/** A metrics response with the passed figures, all others zero or null; default currency: dollars. */
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
