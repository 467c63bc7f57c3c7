import {
  MetricsOverview,
  MetricsOverviewQuery,
  MetricsQuery,
  MetricsResponse,
} from '@tessera/proto/api/billing/metrics';
import { api, billingQuery, billingReply, type Stored } from './base.ts';
import { listTag } from './tags.ts';

export type Metrics = Stored<typeof MetricsResponse>;

/** Days as `2026-01-15`, of this time zone; both belong to the range. */
export type MetricsRange = {
  organizationId: string;
  startDate: string;
  endDate: string;
  interval: MetricsQuery['interval'];
  timezone: string;
  /** Of this product only. */
  productId?: string;
  /** Of this customer only. */
  customerId?: string;
  /** Of what was sold for this currency only; without it the usual one, which the reply names. */
  currency?: string;
};

export const { useGetMetricsQuery, useGetMetricsOverviewQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getMetrics: build.query<Metrics, MetricsRange>({
      query: (range) => ({
        url: '/billing/v1/metrics/',
        query: billingQuery(MetricsQuery, range),
      }),
      transformResponse: billingReply(MetricsResponse),
      providesTags: [listTag('Metrics')],
    }),
    /** A range beside an earlier one, and what sold best in it. */
    getMetricsOverview: build.query<
      Stored<typeof MetricsOverview>,
      MetricsRange & { previousStartDate?: string }
    >({
      query: (range) => ({
        url: '/billing/v1/metrics/overview',
        query: billingQuery(MetricsOverviewQuery, range),
      }),
      transformResponse: billingReply(MetricsOverview),
      providesTags: [listTag('Metrics')],
    }),
  }),
});
