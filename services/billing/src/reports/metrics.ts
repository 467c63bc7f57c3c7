/** Figures by period, for the API. */
import { Readable } from 'node:stream';
import { readableOrganizations } from '@tessera/kit/access/rules';
import { refuseField } from '@tessera/kit/errors';
import {
  type MetricPeriod,
  type MetricSlug,
  type MetricsLimits,
  type MetricsOverview,
  type MetricsOverviewQuery,
  type MetricsQuery,
  type MetricsResponse,
  maxMetricsDays,
  minMetricsDate,
  TimeInterval,
  type TopProducts,
} from '@tessera/proto/api/billing/metrics';
import { decimalOf } from '@tessera/proto/api/money';
import type { Caller } from '@tessera/proto/api/passport';
import type { Response } from 'express';
import type { Billing } from '../billing.ts';
import { type Column, sendCsv } from '../lists/csv.ts';
import { countByPeriod, countByProduct, findCurrencies, findEarningCurrencies } from './count.ts';
import type { Counting } from './counting.ts';
import { isoIn } from './iso-in.ts';
import { figuresBy, metrics } from './rules.ts';

/** The limits of queries. */
export const metricsLimits: MetricsLimits = {
  minDate: minMetricsDate,
  intervals: Object.fromEntries(
    TimeInterval.options.map((interval) => [interval, { maxDays: maxMetricsDays[interval] }]),
  ) as MetricsLimits['intervals'],
};

/** Returns the figures of the caller's organizations, or of those that the query names; zeros if there are none. */
export const getMetrics = async (
  billing: Billing,
  caller: Caller,
  query: MetricsQuery,
): Promise<MetricsResponse> => {
  const { counting, currencies } = await countingOf(billing, caller, query);
  const counted = await countByPeriod(billing.db, counting).catch(refuseZone);
  return { ...figuresBy(counted, query), metrics, currency: counting.currency, currencies };
};

/** Returns the figures of a range, those of an earlier range in the same currency, and the top products. */
export const getMetricsOverview = async (
  billing: Billing,
  caller: Caller,
  { previousStartDate, ...query }: MetricsOverviewQuery,
): Promise<MetricsOverview> => {
  const { counting, currencies } = await countingOf(billing, caller, query);
  const { currency } = counting;
  const before = previousStartDate === undefined ? null : rangeBefore(query.startDate, previousStartDate);
  const [current, previous, items] = await Promise.all([
    countByPeriod(billing.db, counting),
    before && countByPeriod(billing.db, { ...counting, ...before }),
    countByProduct(billing.db, counting),
  ]).catch(refuseZone);
  return {
    current: { ...figuresBy(current, query), metrics, currency, currencies },
    previous: before && previous && figuresBy(previous, { ...query, ...before }),
    topProducts: { currency, items },
  };
};

const dayInMilliseconds = 86_400_000;

/** The range from a day up to the day before another range. */
const rangeBefore = (later: string, startDate: string): Pick<MetricsQuery, 'startDate' | 'endDate'> => ({
  startDate,
  endDate: new Date(Date.parse(later) - dayInMilliseconds).toISOString().slice(0, 10),
});

const slugs = Object.keys(metrics) as MetricSlug[];
const isAmount = (slug: MetricSlug): boolean => metrics[slug].type === 'currency';

type Row = MetricPeriod & { currency: string };

const columnsIn = (timezone: string): readonly Column<Row>[] => [
  ['timestamp', (period) => isoIn(timezone, period.timestamp)],
  ['currency', (period) => period.currency],
  ...slugs.map(
    (slug): Column<Row> => [
      metrics[slug].slug,
      (period) => {
        const value = period[slug];
        return value !== null && isAmount(slug) ? decimalOf(value, period.currency) : value;
      },
    ],
  ),
];

/** The figures as CSV: one row per period, which begins in the query's time zone; amounts in major units. */
export const sendMetrics = async (
  billing: Billing,
  res: Response,
  { caller, query }: { caller: Caller; query: MetricsQuery },
): Promise<void> => {
  const { periods, currency } = await getMetrics(billing, caller, query);
  const rows = periods.map((period) => ({ ...period, currency }));
  await sendCsv(res, {
    name: `metrics-${query.startDate}-to-${query.endDate}`,
    columns: columnsIn(query.timezone),
    pages: Readable.from([rows]) as AsyncIterable<typeof rows>,
  });
};

/** Returns the top products of the same query. */
export const getTopProducts = async (
  billing: Billing,
  caller: Caller,
  query: MetricsQuery,
): Promise<TopProducts> => {
  const { counting } = await countingOf(billing, caller, query);
  return {
    currency: counting.currency,
    items: await countByProduct(billing.db, counting).catch(refuseZone),
  };
};

/**
 * Amounts of different currencies are never added up. Uses the named currency, else US dollars if there is revenue in
 * them, else another one with revenue.
 */
const countingOf = async (
  billing: Billing,
  caller: Caller,
  query: MetricsQuery,
): Promise<{ counting: Counting; currencies: string[] }> => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const currencies = await findCurrencies(billing.db, organizations);
  const currency = query.currency ?? (await usualOf(billing, organizations, currencies));
  return { counting: { ...query, organizations, currency }, currencies };
};

const usualOf = async (
  { db }: Billing,
  organizations: readonly string[],
  currencies: readonly string[],
): Promise<string> => {
  if (currencies.length <= 1) return currencies[0] ?? 'usd';
  const earning = await findEarningCurrencies(db, organizations, currencies);
  const candidates = earning.length > 0 ? earning : currencies;
  return candidates.find((one) => one === 'usd') ?? candidates[0] ?? 'usd';
};

/** The database's list of time zones may be older than ours. */
const refuseZone = (error: unknown): never => {
  if ((error as { driverError?: { code?: unknown } }).driverError?.code === '22023')
    throw refuseField(['query', 'timezone'], 'Must be the name of a time zone');
  throw error;
};
