import { MetricsResponse, MetricsTotals } from '@tessera/proto/api/billing/metrics';

const slugs = Object.keys(MetricsTotals.shape);

/** Figures of a month with no more in it than is said. */
export const metricsWith = (totals: Partial<MetricsTotals> = {}): MetricsResponse => ({
  periods: [],
  totals: { ...(Object.fromEntries(slugs.map((slug) => [slug, 0])) as MetricsTotals), ...totals },
  metrics: Object.fromEntries(
    Object.keys(MetricsResponse.shape.metrics.shape).map((slug) => [
      slug,
      { slug, displayName: slug, type: 'scalar' as const },
    ]),
  ) as MetricsResponse['metrics'],
});
