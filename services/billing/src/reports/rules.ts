/** What the figures are and what they come to, pure. */
import type {
  Metric,
  MetricPeriod,
  MetricSlug,
  MetricsResponse,
  MetricsTotals,
  MetricType,
} from '@tessera/proto/api/billing/metrics';
import { snakeCase } from '@tessera/proto/api/wire';

/** What is counted in a period; the other figures follow from these. Amounts in cents. */
export type Counted = { timestamp: Date } & Record<
  Exclude<MetricSlug, 'averageOrderValue' | 'checkoutsConversion'>,
  number
>;

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
};

/** Every figure with its name, in the contract's order. */
export const metrics = Object.fromEntries(
  Object.entries(names).map(([key, [displayName, type]]): [string, Metric] => [
    key,
    { slug: snakeCase(key), displayName, type },
  ]),
) as MetricsResponse['metrics'];

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const withMeans = <Figures extends Omit<MetricsTotals, 'averageOrderValue' | 'checkoutsConversion'>>(
  figures: Figures,
) => ({
  ...figures,
  averageOrderValue: Math.round(share(figures.revenue, figures.orders)),
  checkoutsConversion: share(figures.succeededCheckouts, figures.checkouts),
});

/** The figures of each period. */
export const periodsOf = (counted: readonly Counted[]): MetricPeriod[] => counted.map(withMeans);

/** A state is what it was at the end; everything else adds up, and means are those of all orders and checkouts. */
export const totalsOf = (periods: readonly Counted[]): MetricsTotals => {
  const last = periods.at(-1);
  const sum = (key: keyof Omit<Counted, 'timestamp'>): number =>
    periods.reduce((total, period) => total + period[key], 0);
  return withMeans({
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
  });
};
