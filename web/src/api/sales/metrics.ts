import {
  MetricsOverview,
  MetricsOverviewQuery,
  MetricsQuery,
  MetricsResponse,
} from '@tessera/proto/api/billing/metrics';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { listTag } from '../request/tags.ts';

export type Metrics = Stored<typeof MetricsResponse>;

/** Days such as `2026-01-15` in this time zone; both are included. */
export type MetricsRange = {
  organizationId: string;
  startDate: string;
  endDate: string;
  interval: MetricsQuery['interval'];
  timezone: string;
  /** Only this product. */
  productId?: string;
  /** Only this customer. */
  customerId?: string;
  /** Only amounts in this currency; the default is the server's choice, named in the reply. */
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
    /** Figures of a range and of an earlier one, and the range's best-selling products. */
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
