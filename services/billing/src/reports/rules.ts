/** What the figures are and what they come to, pure. */
import type {
  Metric,
  MetricPeriod,
  MetricSlug,
  MetricsResponse,
  MetricsTotals,
  MetricType,
  TimeInterval,
} from '@tessera/proto/api/billing/metrics';
import { snakeCase } from '@tessera/proto/api/wire';

type Mean = 'averageOrderValue' | 'checkoutsConversion' | 'churnRate' | 'lifetimeValue';

/** What is counted in a period; the other figures follow from these. Amounts in cents. */
export type Counted = { timestamp: Date } & Record<Exclude<MetricSlug, Mean>, number>;

const names: Record<MetricSlug, [displayName: string, type: MetricType]> = {
  orders: ['Orders', 'scalar'],
  revenue: ['Revenue', 'currency'],
  cumulativeRevenue: ['Cumulative Revenue', 'currency'],
  averageOrderValue: ['Average Order Value', 'currency'],
  oneTimeProducts: ['One-Time Products', 'scalar'],
  oneTimeProductsRevenue: ['One-Time Products Revenue', 'currency'],
  newSubscriptions: ['New Subscriptions', 'scalar'],
  newSubscriptionsRevenue: ['New Subscriptions Revenue', 'currency'],
  renewedSubscriptions: ['Renewed Subscriptions', 'scalar'],
  renewedSubscriptionsRevenue: ['Renewed Subscriptions Revenue', 'currency'],
  activeSubscriptions: ['Active Subscriptions', 'scalar'],
  monthlyRecurringRevenue: ['Monthly Recurring Revenue', 'currency'],
  checkouts: ['Checkouts', 'scalar'],
  succeededCheckouts: ['Succeeded Checkouts', 'scalar'],
  checkoutsConversion: ['Checkouts Conversion Rate', 'percentage'],
  churnedSubscriptions: ['Churned Subscriptions', 'scalar'],
  churnedMonthlyRevenue: ['Churned Monthly Revenue', 'currency'],
  churnRate: ['Churn Rate', 'percentage'],
  lifetimeValue: ['Lifetime Value', 'currency'],
};

/** Every figure with its name, in the contract's order. */
export const metrics = Object.fromEntries(
  Object.entries(names).map(([key, [displayName, type]]): [string, Metric] => [
    key,
    { slug: snakeCase(key), displayName, type },
  ]),
) as MetricsResponse['metrics'];

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const daysOfMonth = 365.25 / 12;

type Span = { days: number };

/** Who was there at the beginning: who is there at the end, less who came, and who left. */
const churnOf = (
  {
    activeSubscriptions,
    newSubscriptions,
    churnedSubscriptions,
    monthlyRecurringRevenue,
  }: Omit<MetricsTotals, Mean>,
  { days }: Span,
): { churnRate: number | null; lifetimeValue: number | null } => {
  const before = activeSubscriptions - newSubscriptions + churnedSubscriptions;
  if (before <= 0) return { churnRate: null, lifetimeValue: null };
  const churnRate = churnedSubscriptions / before;
  const inAMonth = (churnRate * daysOfMonth) / days;
  const each = share(monthlyRecurringRevenue, activeSubscriptions);
  return { churnRate, lifetimeValue: inAMonth === 0 ? null : Math.round(each / inAMonth) };
};

const withMeans = <Figures extends Omit<MetricsTotals, Mean>>(figures: Figures, span: Span) => ({
  ...figures,
  averageOrderValue: Math.round(share(figures.revenue, figures.orders)),
  checkoutsConversion: share(figures.succeededCheckouts, figures.checkouts),
  ...churnOf(figures, span),
});

const daysIn: Record<TimeInterval, number> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: daysOfMonth,
  year: 365.25,
};

/** The figures of each period. */
export const periodsOf = (counted: readonly Counted[], interval: TimeInterval): MetricPeriod[] =>
  counted.map((period) => withMeans(period, { days: daysIn[interval] }));

/** A state is what it was at the end; everything else adds up, and means are those of all orders and checkouts. */
export const totalsOf = (periods: readonly Counted[], interval: TimeInterval): MetricsTotals => {
  const last = periods.at(-1);
  const sum = (key: keyof Omit<Counted, 'timestamp'>): number =>
    periods.reduce((total, period) => total + period[key], 0);
  const sums = {
    orders: sum('orders'),
    revenue: sum('revenue'),
    cumulativeRevenue: last?.cumulativeRevenue ?? 0,
    oneTimeProducts: sum('oneTimeProducts'),
    oneTimeProductsRevenue: sum('oneTimeProductsRevenue'),
    newSubscriptions: sum('newSubscriptions'),
    newSubscriptionsRevenue: sum('newSubscriptionsRevenue'),
    renewedSubscriptions: sum('renewedSubscriptions'),
    renewedSubscriptionsRevenue: sum('renewedSubscriptionsRevenue'),
    activeSubscriptions: last?.activeSubscriptions ?? 0,
    monthlyRecurringRevenue: last?.monthlyRecurringRevenue ?? 0,
    checkouts: sum('checkouts'),
    succeededCheckouts: sum('succeededCheckouts'),
    churnedSubscriptions: sum('churnedSubscriptions'),
    churnedMonthlyRevenue: sum('churnedMonthlyRevenue'),
  };
  return withMeans(sums, { days: daysIn[interval] * Math.max(periods.length, 1) });
};
