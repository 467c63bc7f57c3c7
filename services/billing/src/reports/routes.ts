/** The HTTP API of reports. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  MetricsLimits,
  MetricsOverview,
  MetricsOverviewQuery,
  MetricsQuery,
  MetricsResponse,
  TopProducts,
} from '@tessera/proto/api/billing/metrics';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../billing.ts';
import { getMetrics, getMetricsOverview, getTopProducts, metricsLimits, sendMetrics } from './metrics.ts';

const endpoint = endpointFor(billingDialect);

export const reportRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/metrics',
      needsScope('metrics:read'),
      endpoint(
        { query: MetricsQuery, reply: MetricsResponse, summary: 'Get metrics by period' },
        ({ caller, query }) => getMetrics(billing, caller, query),
      ),
    )
    .get(
      '/metrics/overview',
      needsScope('metrics:read'),
      endpoint(
        {
          query: MetricsOverviewQuery,
          reply: MetricsOverview,
          summary: 'Get metrics compared with an earlier period, and top products',
        },
        ({ caller, query }) => getMetricsOverview(billing, caller, query),
      ),
    )
    .get(
      '/metrics/products',
      needsScope('metrics:read'),
      endpoint(
        { query: MetricsQuery, reply: TopProducts, summary: 'Get top products' },
        ({ caller, query }) => getTopProducts(billing, caller, query),
      ),
    )
    .get(
      '/metrics/export',
      needsScope('metrics:read'),
      endpoint(
        { query: MetricsQuery, media: 'text/csv', summary: 'Export metrics by period as CSV' },
        ({ caller, query, res }) => sendMetrics(billing, res, { caller, query }),
      ),
    )
    .get(
      '/metrics/limits',
      needsScope('metrics:read'),
      endpoint({ reply: MetricsLimits, summary: 'Get the limits of metrics queries' }, () => metricsLimits),
    );
