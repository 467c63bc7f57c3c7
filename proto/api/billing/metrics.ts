/** Figures of what was sold, by period (contracts/billing.md, section 3, metrics). Amounts in cents. */
import { z } from 'zod';
import { id, mustBeGiven, oneOrMany } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { ProductBillingType } from './enums.ts';

/** How long a period is. */
export const TimeInterval = z.enum(['year', 'month', 'week', 'day', 'hour']);
export type TimeInterval = z.infer<typeof TimeInterval>;

/** What a figure counts: things, cents, or a share between 0 and 1. */
export const MetricType = z.enum(['scalar', 'currency', 'percentage']);
export type MetricType = z.infer<typeof MetricType>;

/** The first day that can be asked for. */
export const minMetricsDate = '2023-01-01';

/** Most days between the first and the last, by interval: more periods than these help nobody. */
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

/** Whether this is the IANA name of a time zone. */
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
 * Which figures: both dates are days of `timezone`, an IANA name (an addition to the contract, whose days are UTC's), and
 * belong to the range. `billingType`: `recurring` for what belongs to subscriptions. `currency` (an addition): amounts of
 * different currencies are never added up; where none is named, US dollars, or where nothing was earned in these the first one
 * in which anything was.
 */
export const MetricsQuery = MetricsRange.superRefine(refuseLongRange);
export type MetricsQuery = z.output<typeof MetricsQuery>;

/** The same beside an earlier range, which begins on `previousStartDate` and ends on the day before `startDate`. */
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

/** Ours. A figure that follows from who leaves is null where there was nobody who could, or nobody did. */
const lifeAs = <Figure extends z.ZodType, Mean extends z.ZodType>(figure: Figure, mean: Mean) => ({
  /** Subscriptions that ended. */
  churnedSubscriptions: figure,
  /** What they had brought in a month. */
  churnedMonthlyRevenue: figure,
  /** Of the subscriptions at the beginning, the share that ended. */
  churnRate: mean,
  /** What a subscription brings in until it ends: monthly revenue of one, over the share that ends in a month. */
  lifetimeValue: mean,
  /** Monthly revenue at the end of the subscriptions that were there at the beginning, over what they brought in then. */
  netRevenueRetention: mean,
});

/** What a figure is called and counts. */
export const Metric = z.object({ slug: z.string(), displayName: z.string(), type: MetricType });
export type Metric = z.infer<typeof Metric>;

/** The figures of all periods together. */
export const MetricsTotals = z.object({
  ...figuresAs(z.number()),
  ...lifeAs(z.number(), z.number().nullable()),
});
export type MetricsTotals = z.infer<typeof MetricsTotals>;
export type MetricSlug = keyof MetricsTotals;

/** The figures of one period, which begins at `timestamp`. */
export const MetricPeriod = z.object({
  timestamp,
  ...figuresAs(z.number()),
  ...lifeAs(z.number(), z.number().nullable()),
});
export type MetricPeriod = z.infer<typeof MetricPeriod>;

/** Every period of the range, also those in which nothing happened, and what they come to. */
export const MetricsResponse = z.object({
  periods: z.array(MetricPeriod),
  totals: MetricsTotals,
  metrics: z.object({ ...figuresAs(Metric), ...lifeAs(Metric, Metric) }),
  /** Ours: of which currency the amounts are, and in which there are any. */
  currency: z.string(),
  currencies: z.array(z.string()),
});
export type MetricsResponse = z.infer<typeof MetricsResponse>;

const IntervalLimit = z.object({ maxDays: z.int() });

/** What can be asked for. */
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

/** What brought in most in a range, an addition to the contract: at most five, revenue in cents without tax. */
export const TopProducts = z.object({
  currency: z.string(),
  items: z.array(z.object({ productId: z.string(), name: z.string(), orders: z.int(), revenue: z.int() })),
});
export type TopProducts = z.infer<typeof TopProducts>;

/** What an overview shows, an addition to the contract: a range, the one before it in the same currency, what sold best. */
export const MetricsOverview = z.object({
  current: MetricsResponse,
  /** Null where no earlier range was asked for. */
  previous: MetricsResponse.pick({ periods: true, totals: true }).nullable(),
  topProducts: TopProducts,
});
export type MetricsOverview = z.infer<typeof MetricsOverview>;
