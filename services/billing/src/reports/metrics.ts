/** Figures by period, for the API. */

import { readableOrganizations } from '@tessera/kit/access';
import { refuseField } from '@tessera/kit/errors';
import {
  type MetricsLimits,
  type MetricsQuery,
  type MetricsResponse,
  maxMetricsDays,
  minMetricsDate,
  TimeInterval,
  type TopProducts,
} from '@tessera/proto/api/billing/metrics';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { countByPeriod, countByProduct } from './count.ts';
import { metrics, periodsOf, totalsOf } from './rules.ts';

/** What can be asked for. */
export const metricsLimits: MetricsLimits = {
  minDate: minMetricsDate,
  intervals: Object.fromEntries(
    TimeInterval.options.map((interval) => [interval, { maxDays: maxMetricsDays[interval] }]),
  ) as MetricsLimits['intervals'],
};

/** The figures of the caller's organizations, those that the query names; zeros where the caller belongs to none. */
export const getMetrics = async (
  billing: Billing,
  caller: Caller,
  query: MetricsQuery,
): Promise<MetricsResponse> => {
  const counted = await countByPeriod(billing.db, await countingOf(billing, caller, query)).catch(refuseZone);
  return { periods: periodsOf(counted, query.interval), totals: totalsOf(counted, query.interval), metrics };
};

/** What sold best, by the same query. */
export const getTopProducts = async (
  billing: Billing,
  caller: Caller,
  query: MetricsQuery,
): Promise<TopProducts> => ({
  items: await countByProduct(billing.db, await countingOf(billing, caller, query)).catch(refuseZone),
});

const countingOf = async (billing: Billing, caller: Caller, query: MetricsQuery) => ({
  ...query,
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  now: billing.now(),
});

/** The database has its own list of time zones, which may be older than ours. */
const refuseZone = (error: unknown): never => {
  if ((error as { driverError?: { code?: unknown } }).driverError?.code === '22023')
    throw refuseField(['query', 'timezone'], 'Must be the name of a time zone');
  throw error;
};
