/** Definitions and formulas of the figures; pure functions. */
import type {
  Metric,
  MetricPeriod,
  MetricSlug,
  MetricsQuery,
  MetricsResponse,
  MetricsTotals,
  MetricType,
  TimeInterval,
} from '@tessera/proto/api/billing/metrics';
import { snakeCase } from '@tessera/proto/api/wire';

/** What the database counts and sums: orders by billing reason, checkouts, and changes of subscriptions. */
export const kinds = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
  'once_checkout',
  'recurring_checkout',
  'started',
  'ended',
  'changed',
] as const;
export type Kind = (typeof kinds)[number];

/** `sum` in minor units, except for checkouts, where it is the number of successful ones. */
export type Tally = { count: number; sum: number };
export type Tallies = Record<Kind, Tally>;

/**
 * For subscriptions that began within a period: how many ended in it (`count`), and the change of their monthly
 * revenue after their start (`sum`).
 */
export type Late = Tally;

/** The counts of a period, which begins at `timestamp`. */
export type Tallied = { timestamp: Date; tallies: Tallies; late: Late };

type Mean =
  | 'averageOrderValue'
  | 'checkoutsConversion'
  | 'churnRate'
  | 'lifetimeValue'
  | 'netRevenueRetention';
type Sums = Record<Exclude<MetricSlug, Mean>, number>;

/** Subscriptions that existed at a period's start, with their monthly revenue; `ended`, `kept`: at its end. */
type Cohort = { active: number; monthly: number; ended: number; kept: number };

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
  netRevenueRetention: ['Net Revenue Retention', 'percentage'],
};

/** Every figure with its name, in the contract's order. */
export const metrics = Object.fromEntries(
  Object.entries(names).map(([key, [displayName, type]]): [string, Metric] => [
    key,
    { slug: snakeCase(key), displayName, type },
  ]),
) as MetricsResponse['metrics'];

const isOnce = (kind: Kind): boolean => kind === 'purchase' || kind === 'once_checkout';
const nothing: Tally = { count: 0, sum: 0 };

const add = (one: Tally, other: Tally): Tally => ({
  count: one.count + other.count,
  sum: one.sum + other.sum,
});

/** Zeros for all kinds. */
export const noTallies = Object.fromEntries(kinds.map((kind) => [kind, nothing])) as Tallies;

const addTallies = (one: Tallies, other: Tallies): Tallies =>
  Object.fromEntries(kinds.map((kind) => [kind, add(one[kind], other[kind])])) as Tallies;

/** Keeps the kinds of these billing types; all if none is named. */
const ofTypes = (tallies: Tallies, types: MetricsQuery['billingType']): Tallies =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      !types || types.includes(isOnce(kind) ? 'one_time' : 'recurring') ? tallies[kind] : nothing,
    ]),
  ) as Tallies;

/** The figures of a period, following those before it. */
const sumsOf = (before: Tallies, now: Tallies): Sums => {
  const {
    purchase,
    subscription_create: create,
    subscription_cycle: cycle,
    subscription_update: update,
  } = now;
  const orders = [purchase, create, cycle, update].reduce(add);
  const checkouts = add(now.once_checkout, now.recurring_checkout);
  const reached = addTallies(before, now);
  return {
    orders: orders.count,
    revenue: orders.sum,
    cumulativeRevenue:
      reached.purchase.sum +
      reached.subscription_create.sum +
      reached.subscription_cycle.sum +
      reached.subscription_update.sum,
    oneTimeProducts: purchase.count,
    oneTimeProductsRevenue: purchase.sum,
    newSubscriptions: now.started.count,
    newSubscriptionsRevenue: create.sum,
    renewedSubscriptions: cycle.count,
    renewedSubscriptionsRevenue: cycle.sum,
    activeSubscriptions: thereOf(reached).count,
    monthlyRecurringRevenue: thereOf(reached).sum,
    checkouts: checkouts.count,
    succeededCheckouts: checkouts.sum,
    churnedSubscriptions: now.ended.count,
    churnedMonthlyRevenue: now.ended.sum,
  };
};

/** The subscriptions that exist after all of this, and their monthly revenue. */
const thereOf = ({ started, ended, changed }: Tallies): Tally => ({
  count: started.count - ended.count + changed.count,
  sum: started.sum - ended.sum + changed.sum,
});

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const daysOfMonth = 365.25 / 12;

const churnOf = ({ active, monthly, ended, kept }: Cohort, sums: Sums, days: number) => {
  const churnRate = active <= 0 ? null : ended / active;
  const inAMonth = ((churnRate ?? 0) * daysOfMonth) / days;
  const each = share(sums.monthlyRecurringRevenue, sums.activeSubscriptions);
  return {
    churnRate,
    lifetimeValue: inAMonth === 0 ? null : Math.round(each / inAMonth),
    netRevenueRetention: monthly <= 0 ? null : kept / monthly,
  };
};

const daysIn: Record<TimeInterval, number> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: daysOfMonth,
  year: 365.25,
};

const figuresOf = (
  before: Tallies,
  { tallies, late }: Omit<Tallied, 'timestamp'>,
  days: number,
): MetricsTotals => {
  const sums = sumsOf(before, tallies);
  const there = thereOf(before);
  const cohort = {
    active: there.count,
    monthly: there.sum,
    ended: tallies.ended.count - late.count,
    kept: sums.monthlyRecurringRevenue - tallies.started.sum - late.sum,
  };
  return {
    ...sums,
    averageOrderValue: Math.round(share(sums.revenue, sums.orders)),
    checkoutsConversion: share(sums.succeededCheckouts, sums.checkouts),
    ...churnOf(cohort, sums, days),
  };
};

/** All counts: before the range, in its periods, and `late` of the range as a whole. */
export type Counted = { before: Tallies; periods: Tallied[]; late: Late };

/**
 * The figures of each period and the totals: counts and amounts are added up, states are those at the end, and means
 * are over all orders, checkouts and subscriptions.
 */
export const figuresBy = (
  { before, periods, late }: Counted,
  { interval, billingType }: Pick<MetricsQuery, 'interval' | 'billingType'>,
): Pick<MetricsResponse, 'periods' | 'totals'> => {
  const days = daysIn[interval];
  let reached = ofTypes(before, billingType);
  const first = reached;
  const figures = periods.map(({ timestamp, tallies, late: itsLate }): MetricPeriod => {
    const now = ofTypes(tallies, billingType);
    const period = { timestamp, ...figuresOf(reached, { tallies: now, late: itsLate }, days) };
    reached = addTallies(reached, now);
    return period;
  });
  const all = periods.reduce((sum, { tallies }) => addTallies(sum, ofTypes(tallies, billingType)), noTallies);
  return {
    periods: figures,
    totals: figuresOf(first, { tallies: all, late }, days * Math.max(periods.length, 1)),
  };
};
