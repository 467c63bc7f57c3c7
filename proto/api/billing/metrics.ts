/** Sales metrics by period (contracts/billing.md, section 3, metrics). Amounts in minor units. */
import { z } from 'zod';
import { id, mustBeGiven, oneOrMany } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { ProductBillingType } from './enums.ts';

/** Length of a period. */
export const TimeInterval = z.enum(['year', 'month', 'week', 'day', 'hour']);
export type TimeInterval = z.infer<typeof TimeInterval>;

/** Unit of a metric: a number, minor units, or a share between 0 and 1. */
export const MetricType = z.enum(['scalar', 'currency', 'percentage']);
export type MetricType = z.infer<typeof MetricType>;

/** The earliest day that can be queried. */
export const minMetricsDate = '2023-01-01';

/** Maximum number of days between the first and the last day, by interval. */
export const maxMetricsDays: Readonly<Record<TimeInterval, number>> = {
  hour: 7,
  day: 366,
  week: 365,
  month: 1460,
  year: 3650,
};

const dayInMilliseconds = 86_400_000;

const daysBetween = (start: string, end: string): number =>
  (Date.parse(end) - Date.parse(start)) / dayInMilliseconds;

/** Whether a text is an IANA time zone name. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const firstDate = z.iso.date().refine((date) => date >= minMetricsDate, {
  message: `Must be ${minMetricsDate} or later`,
  params: { type: 'greater_than_equal' },
});

const MetricsRange = z.object({
  startDate: firstDate,
  endDate: z.iso.date(),
  interval: z.enum(TimeInterval.options, mustBeGiven),
  timezone: z.string().max(100).refine(isTimeZone, 'Must be the name of a time zone').default('UTC'),
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  billingType: oneOrMany(ProductBillingType).optional(),
  customerId: oneOrMany(id).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'Must be a currency of three letters')
    .transform((currency) => currency.toLowerCase())
    .optional(),
});

type Refine<Range> = (range: Range, context: z.core.$RefinementCtx<Range>) => void;

const refuseLongRange: Refine<z.output<typeof MetricsRange>> = (
  { startDate, endDate, interval },
  context,
) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['endDate'], message });
  const days = daysBetween(startDate, endDate);
  if (days < 0) refuse('Must not be before start_date');
  else if (days > maxMetricsDays[interval])
    refuse(`Must be at most ${maxMetricsDays[interval]} days after start_date for this interval`);
};

/**
 * Range and filters of metrics. Both dates are inclusive days in `timezone`, an IANA name (addition to the contract,
 * whose days are in UTC). `billingType` `recurring`: subscriptions only. `currency` (addition): amounts of different
 * currencies are never added up; the default is US dollars, or without any revenue in those the first currency with
 * revenue.
 */
export const MetricsQuery = MetricsRange.superRefine(refuseLongRange);
export type MetricsQuery = z.output<typeof MetricsQuery>;

/** The same with an earlier range, from `previousStartDate` to the day before `startDate`. */
export const MetricsOverviewQuery = MetricsRange.extend({ previousStartDate: firstDate.optional() })
  .superRefine(refuseLongRange)
  .superRefine(({ previousStartDate, startDate, interval }, context) => {
    if (previousStartDate === undefined) return;
    const days = daysBetween(previousStartDate, startDate) - 1;
    if (days >= 0 && days <= maxMetricsDays[interval]) return;
    const message = `Must be 1 to ${maxMetricsDays[interval] + 1} days before start_date for this interval`;
    context.addIssue({ code: 'custom', path: ['previousStartDate'], message });
  });
export type MetricsOverviewQuery = z.output<typeof MetricsOverviewQuery>;

const figuresAs = <Figure extends z.ZodType>(figure: Figure) => ({
  orders: figure,
  revenue: figure,
  cumulativeRevenue: figure,
  averageOrderValue: figure,
  oneTimeProducts: figure,
  oneTimeProductsRevenue: figure,
  newSubscriptions: figure,
  newSubscriptionsRevenue: figure,
  renewedSubscriptions: figure,
  renewedSubscriptionsRevenue: figure,
  activeSubscriptions: figure,
  monthlyRecurringRevenue: figure,
  checkouts: figure,
  succeededCheckouts: figure,
  checkoutsConversion: figure,
});

/** Additions to the contract. A metric derived from churn is null if no subscription could end, or none did. */
const lifeAs = <Figure extends z.ZodType, Mean extends z.ZodType>(figure: Figure, mean: Mean) => ({
  /** Subscriptions that ended, except those that were paused or unpaid. */
  churnedSubscriptions: figure,
  /** Their monthly revenue. */
  churnedMonthlyRevenue: figure,
  /** Share of the subscriptions at the beginning that ended. */
  churnRate: mean,
  /** Expected revenue of a subscription: its average monthly revenue, divided by the monthly churn rate. */
  lifetimeValue: mean,
  /** Monthly revenue at the end from the subscriptions of the beginning, divided by their monthly revenue then. */
  netRevenueRetention: mean,
});

/** Name and unit of a metric. */
export const Metric = z.object({ slug: z.string(), displayName: z.string(), type: MetricType });
export type Metric = z.infer<typeof Metric>;

/** The metrics of all periods together. */
export const MetricsTotals = z.object({
  ...figuresAs(z.number()),
  ...lifeAs(z.number(), z.number().nullable()),
});
export type MetricsTotals = z.infer<typeof MetricsTotals>;
export type MetricSlug = keyof MetricsTotals;

/** The metrics of one period, which begins at `timestamp`. */
export const MetricPeriod = z.object({
  timestamp,
  ...figuresAs(z.number()),
  ...lifeAs(z.number(), z.number().nullable()),
});
export type MetricPeriod = z.infer<typeof MetricPeriod>;

/** All periods of the range, including empty ones, and their totals. */
export const MetricsResponse = z.object({
  periods: z.array(MetricPeriod),
  totals: MetricsTotals,
  metrics: z.object({ ...figuresAs(Metric), ...lifeAs(Metric, Metric) }),
  /** Additions to the contract: the currency of the amounts, and the currencies that have any. */
  currency: z.string(),
  currencies: z.array(z.string()),
});
export type MetricsResponse = z.infer<typeof MetricsResponse>;

const IntervalLimit = z.object({ maxDays: z.int() });

/** Bounds of metrics queries. */
export const MetricsLimits = z.object({
  minDate: z.iso.date(),
  intervals: z.object({
    hour: IntervalLimit,
    day: IntervalLimit,
    week: IntervalLimit,
    month: IntervalLimit,
    year: IntervalLimit,
  }),
});
export type MetricsLimits = z.infer<typeof MetricsLimits>;

/**
 * The products with the highest revenue of a range, at most five; revenue in minor units without tax. Addition to the
 * contract.
 */
export const TopProducts = z.object({
  currency: z.string(),
  items: z.array(z.object({ productId: z.string(), name: z.string(), orders: z.int(), revenue: z.int() })),
});
export type TopProducts = z.infer<typeof TopProducts>;

/** An overview: a range, the previous one in the same currency, and the top products. Addition to the contract. */
export const MetricsOverview = z.object({
  current: MetricsResponse,
  /** Null if no earlier range was requested. */
  previous: MetricsResponse.pick({ periods: true, totals: true }).nullable(),
  topProducts: TopProducts,
});
export type MetricsOverview = z.infer<typeof MetricsOverview>;
