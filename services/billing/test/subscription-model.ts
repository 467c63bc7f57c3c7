/**
 * A reference model of a subscription: pure, after contracts/billing-behaviour.md, with its own arithmetic. Products
 * differ by price and interval alone. Times are in milliseconds, amounts in cents.
 */

const day = 86_400_000;
const retryDays = [2, 5, 7, 7];
const catchUp = 35 * day;

export type Interval = 'week' | 'month' | 'year';

export type Model = {
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** Price of a period before the discount. */
  price: number;
  interval: Interval;
  /** The present discount, and the start of its first period; `since` null: it starts with the next period. */
  discount: { is: Discount; since: number | null } | null;
  /** The discount of the present period, even if the subscription has another one by now. */
  periodDiscount: Discount | null;
  start: number;
  end: number;
  anchor: number;
  isEnding: boolean;
  isPausing: boolean;
  cardPays: boolean;
  /** The customer's credit; negative: an amount that was too small to charge. */
  balance: number;
  /** Lines of the next order. */
  waiting: number[];
  /** The unpaid order. */
  owed: { order: ModelOrder; attempts: number; next: number; isPeriod: boolean } | null;
  /** Amounts of off-session charges, in order. */
  charged: number[];
  /** Start and end of each period after the first. */
  periods: [number, number][];
  orders: ModelOrder[];
  /** Index of the order that began the present period. */
  began: number;
  /** Worth of each order for its own period: without credits for the period before. */
  worths: number[];
  /** How each order belongs to periods. */
  places: Place[];
  events: string[];
};

/**
 * `charged`: the part of the total that is or was to be charged. `net` below 0: a credit to the customer. `refunded`
 * below 0: the part of that credit that a refund withdrew.
 */
export type ModelOrder = {
  net: number;
  charged: number;
  refunded: number;
  status: 'pending' | 'paid' | 'void' | 'partially_refunded' | 'refunded';
};

/** `began`: whether a period began with the order. `prorated`: the part of it that is for the period before. */
type Place = { began: boolean; prorated: number };

/** A discount in basis points or in cents. `months`: for `repeating`. */
export type Discount = {
  name: string;
  basisPoints?: number;
  amount?: number;
  duration: 'once' | 'forever' | 'repeating';
  months?: number;
};

/** Rounds half a cent up. */
const off = (discount: Discount | null, price: number): number => {
  if (!discount) return 0;
  if (discount.amount !== undefined) return Math.min(discount.amount, price);
  return Math.floor((price * (discount.basisPoints ?? 0) + 5000) / 10_000);
};

/** The price of the next period, as the API shows it. */
export const amountOf = ({ price, discount }: Model): number => price - off(discount?.is ?? null, price);

export type Command =
  | { kind: 'time'; days: number }
  | { kind: 'card'; pays: boolean }
  | { kind: 'change'; price: number; interval: Interval; behavior: 'invoice' | 'prorate' }
  | { kind: 'discount'; to: Discount | null }
  | { kind: 'refund'; which: number; quarters: number; revokes: boolean }
  | { kind: 'cancel' | 'uncancel' | 'pause' | 'resume' | 'revoke' | 'retry' };

export const startModel = (price: number, discount: Discount | null, now: number): Model => {
  const charged = price - off(discount, price);
  const anchor = new Date(now).getUTCDate();
  return {
    status: 'active',
    price,
    interval: 'month',
    discount: discount && { is: discount, since: now },
    periodDiscount: discount,
    start: now,
    end: monthsAfter(now, 1, anchor),
    anchor,
    isEnding: false,
    isPausing: false,
    cardPays: true,
    balance: 0,
    waiting: [],
    owed: null,
    charged: [],
    periods: [],
    orders: [{ net: charged, charged, refunded: 0, status: 'paid' }],
    began: 0,
    worths: [charged],
    places: [{ began: true, prorated: 0 }],
    events: ['created', 'active'],
  };
};

const monthsAfter = (time: number, count: number, anchor: number): number => {
  const from = new Date(time);
  const month = from.getUTCMonth() + count;
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(
    from.getUTCFullYear(),
    month,
    Math.min(anchor, last),
    from.getUTCHours(),
    from.getUTCMinutes(),
    from.getUTCSeconds(),
    from.getUTCMilliseconds(),
  );
};

/** The end of a period that begins then. */
const periodAfter = ({ interval, anchor }: Pick<Model, 'interval' | 'anchor'>, time: number): number =>
  interval === 'week' ? time + 7 * day : monthsAfter(time, interval === 'year' ? 12 : 1, anchor);

/** Rounds half to even. */
const share = (amount: number, part: number, whole: number): number => {
  const twice = 2n * BigInt(amount) * BigInt(part);
  const [quotient, rest] = [twice / (2n * BigInt(whole)), twice % (2n * BigInt(whole))];
  if (rest > BigInt(whole) || (rest === BigInt(whole) && quotient % 2n === 1n)) return Number(quotient) + 1;
  return Number(quotient);
};

/** Applies a command. Returns whether the API would accept it. */
export const apply = (model: Model, command: Command, now: number): boolean => {
  if (command.kind === 'card') {
    model.cardPays = command.pays;
    return true;
  }
  if (command.kind === 'time') {
    passTime(model, now);
    return true;
  }
  if (command.kind === 'change') return change(model, command, now);
  if (command.kind === 'discount') return giveDiscount(model, command.to);
  return command.kind === 'refund' ? refund(model, command) : verbs[command.kind](model, now);
};

/** Returns the order and the amount of a refund: quarters of what is left; five quarters: one cent too much. */
export const refundOf = (
  { orders }: Model,
  { which, quarters }: { which: number; quarters: number },
): { index: number; amount: number } => {
  const index = which % orders.length;
  const left = orders[index] ? refundable(orders[index]) : 0;
  return { index, amount: quarters > 4 ? left + 1 : Math.max(1, Math.floor((left * quarters) / 4)) };
};

/** The charged amount that is not refunded yet. What was paid from the customer's credit is not refundable. */
const refundable = ({ net, charged, refunded, status }: ModelOrder): number =>
  status === 'paid' || status === 'partially_refunded' ? Math.max(0, Math.min(net, charged) - refunded) : 0;

/** Refunds money, and withdraws credit that is no longer covered. Keeps the subscription and its benefits. */
const refund = (m: Model, command: { which: number; quarters: number; revokes: boolean }): boolean => {
  const { index, amount } = refundOf(m, command);
  const order = m.orders[index];
  if (!order || command.revokes || amount > refundable(order)) return false;
  order.refunded += amount;
  order.status = order.refunded === order.net ? 'refunded' : 'partially_refunded';
  takeCredit(m, index);
  return true;
};

/**
 * After a refund, less may be left of a period than was credited for it, by orders within it and by the order that
 * began the next one. Withdraws the difference from these credits, the latest first, as far as the balance allows.
 */
const takeCredit = (m: Model, index: number): void => {
  const marks = m.orders.flatMap(({ status }, at) => (m.places[at]?.began && status !== 'void' ? [at] : []));
  const began = marks.findLast((at) => at <= index) ?? 0;
  const next = marks.find((at) => at > index) ?? Number.POSITIVE_INFINITY;
  const period = m.orders.flatMap((order, at) =>
    at >= began && at <= next && order.status !== 'void' ? [{ order, at }] : [],
  );
  const left = period.map(({ order: { net, refunded }, at }) => {
    const prorated = m.places[at]?.prorated ?? 0;
    if (at === next) return prorated;
    return net - Math.max(refunded, 0) - (at === began ? prorated : 0);
  });
  const credits = period.flatMap(({ order, at }) => (order.net < 0 && at !== began ? [order] : []));
  const due = Math.min(Math.max(-sumOf(left), 0), sumOf(credits.map(({ net }) => -net)));
  const taken = sumOf(credits.map(({ refunded }) => -refunded));
  let missing = Math.min(Math.max(due - taken, 0), Math.max(m.balance, 0));
  for (const credit of credits.toReversed()) {
    const part = Math.min(missing, credit.refunded - credit.net);
    credit.refunded -= part;
    m.balance -= part;
    missing -= part;
  }
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const giveDiscount = (m: Model, to: Discount | null): boolean => {
  if (m.status === 'canceled' || m.status === 'paused') return false;
  if (to && to.name === m.discount?.is.name) return false;
  // There is nothing to remove.
  if (!to && !m.discount) return true;
  m.discount = to && { is: to, since: null };
  m.events.push('updated');
  return true;
};

const verbs: Record<
  'cancel' | 'uncancel' | 'pause' | 'resume' | 'revoke' | 'retry',
  (m: Model, now: number) => boolean
> = {
  cancel: (m, now) => {
    if (m.isEnding || m.status === 'canceled') return false;
    Object.assign(m, { isEnding: true, isPausing: false });
    m.events.push('updated', 'canceled');
    // A paused subscription has no current period.
    if (m.status === 'paused' || m.end <= now) end(m, now);
    return true;
  },
  uncancel: (m) => {
    if (m.status !== 'active' || !m.isEnding) return false;
    m.isEnding = false;
    m.events.push('updated', 'uncanceled');
    return true;
  },
  pause: (m) => {
    if (m.status !== 'active' || m.isEnding) return false;
    m.isPausing = true;
    m.events.push('updated', 'pause_planned');
    return true;
  },
  resume: (m, now) => {
    if (m.status === 'canceled') return false;
    if (m.isPausing) {
      m.isPausing = false;
      m.events.push('updated', 'pause_planned');
      return true;
    }
    if (m.status !== 'paused') return false;
    m.status = 'active';
    m.anchor = new Date(now).getUTCDate();
    m.events.push('updated', 'active');
    beginPeriod(m, now, now);
    return true;
  },
  revoke: (m, now) => {
    if (m.status === 'canceled') return false;
    m.events.push('updated', 'canceled', ...revokedBy(m));
    m.status = 'canceled';
    billLast(m, now);
    return true;
  },
  retry: (m, now) => {
    if (!m.owed) return false;
    if (m.cardPays) {
      pay(m, m.owed, now);
      passTime(m, now);
    }
    return true;
  },
};

const change = (
  m: Model,
  { price, interval, behavior }: { price: number; interval: Interval; behavior: 'invoice' | 'prorate' },
  now: number,
): boolean => {
  if (m.status !== 'active' || m.isEnding) return false;
  if (price === m.price && interval === m.interval) return true;
  const whole = Math.floor(m.end / 1000) - Math.floor(m.start / 1000);
  const part = Math.min(Math.max(Math.floor(m.end / 1000) - Math.floor(now / 1000), 0), whole);
  const worth = (of: number): number => share(of - off(m.periodDiscount, of), part, whole);
  const credit = 0 - Math.min(worth(m.price), kept(m));
  m.price = price;
  m.events.push('updated');
  if (interval !== m.interval) {
    Object.assign(m, { interval, anchor: new Date(now).getUTCDate() });
    const last = m.periods.at(-1);
    if (last) last[1] = now;
    beginPeriod(m, now, now, [credit]);
    return true;
  }
  const lines = [credit, worth(price)].filter((amount) => amount !== 0);
  if (behavior === 'prorate' || lines.length === 0) {
    m.waiting.push(...lines);
    m.events.push('product_changed');
  } else order(m, [...lines, ...takeWaiting(m)], { now, isPeriod: false, discount: 0 });
  return true;
};

/** What was paid for the present period and not refunded: the limit for credits. */
const kept = (m: Model): number => Math.max(0, paidFor(m));

/** Below 0: more was credited than refunds left. */
const paidFor = ({ orders, began, worths, waiting }: Model): number => {
  const paid = orders.map(({ refunded, status }, at) => {
    if (at < began || status === 'void') return 0;
    return (worths[at] ?? 0) - (at === began ? Math.max(refunded, 0) : refunded);
  });
  return sumOf([...paid, ...waiting]);
};

/** Takes the lines for the next order. Reduces credits by what was refunded since, the latest first. */
const takeWaiting = (m: Model): number[] => {
  let refunded = Math.max(0, -paidFor(m));
  const lines = m.waiting
    .toReversed()
    .map((amount) => {
      const gone = Math.min(refunded, Math.max(-amount, 0));
      refunded -= gone;
      return amount + gone;
    })
    .toReversed();
  m.waiting = [];
  return lines;
};

/** Places an order and charges what the balance does not cover. `own`: the amount for the period that begins. */
const order = (
  m: Model,
  lines: number[],
  { now, isPeriod, discount, own = 0 }: { now: number; isPeriod: boolean; discount: number; own?: number },
): void => {
  const net = lines.reduce((sum, amount) => sum + amount, 0) - discount;
  // Less than 50 cents is left for the next order, and an excess credited to the customer.
  const charged = net - m.balance < 50 ? 0 : net - m.balance;
  const placed: ModelOrder = { net, charged, refunded: 0, status: charged === 0 ? 'paid' : 'pending' };
  m.balance -= net - charged;
  const gross = lines.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, 0);
  m.worths.push(isPeriod ? gross - discount : net);
  m.places.push({ began: isPeriod, prorated: sumOf(lines) - own });
  if (isPeriod) m.began = m.orders.length;
  m.orders.push(placed);
  if (charged > 0) attempt(m, { order: placed, attempts: 0, next: now, isPeriod }, now);
};

const attempt = (m: Model, owed: NonNullable<Model['owed']>, now: number): void => {
  if (m.cardPays) {
    m.charged.push(owed.order.charged);
    return pay(m, owed, now);
  }
  if (m.status === 'canceled') return giveUp(m, owed);
  const attempts = owed.attempts + 1;
  const days = retryDays[attempts - 1];
  if (days === undefined) {
    giveUp(m, owed);
    m.events.push('updated', 'canceled', ...revokedBy(m));
    m.status = 'canceled';
    return;
  }
  m.owed = { ...owed, attempts, next: now + days * day };
  if (m.status === 'past_due') return;
  m.status = 'past_due';
  m.events.push('updated', 'revoked');
};

const pay = (m: Model, owed: NonNullable<Model['owed']>, now: number): void => {
  owed.order.status = 'paid';
  m.owed = null;
  if (m.status === 'past_due') recover(m, owed.isPeriod, now);
};

/** Past-due and paused subscriptions have emitted `revoked` before. */
const revokedBy = ({ status }: Model): string[] =>
  status === 'past_due' || status === 'paused' ? [] : ['revoked'];

const end = (m: Model, now: number): void => {
  m.events.push('updated', ...revokedBy(m), ...(m.status === 'past_due' ? ['ended_unpaid'] : []));
  m.status = 'canceled';
  billLast(m, now);
};

/**
 * Places the last order of an ended subscription. Waiting lines are charged or credited if the period has ended, else
 * dropped. An unpaid order becomes void.
 */
const billLast = (m: Model, now: number): void => {
  if (m.owed) return giveUp(m, m.owed);
  if (m.waiting.length === 0 || m.end > now) return;
  order(m, takeWaiting(m), { now, isPeriod: true, discount: 0 });
};

/** Voids an order and returns the part that was paid from the balance. */
const giveUp = (m: Model, { order: given }: NonNullable<Model['owed']>): void => {
  m.owed = null;
  given.status = 'void';
  m.balance += given.net - given.charged;
};

const recover = (m: Model, isPeriod: boolean, now: number): void => {
  m.status = 'active';
  m.events.push('updated', 'active');
  if (!isPeriod || m.isEnding || m.end > now) return;
  m.anchor = new Date(now).getUTCDate();
  m.start = now;
  m.end = periodAfter(m, now);
  m.periods.push([m.start, m.end]);
};

/** `credits`: for the period that ends with it, before its time. */
const beginPeriod = (m: Model, start: number, now: number, credits: number[] = []): void => {
  m.start = start;
  m.end = periodAfter(m, start);
  m.periods.push([m.start, m.end]);
  const waiting = takeWaiting(m);
  m.periodDiscount = discountFrom(m, start);
  const lines = [m.price, ...credits, ...waiting];
  order(m, lines, { now, isPeriod: true, discount: off(m.periodDiscount, m.price), own: m.price });
};

/** Returns the discount of the period that begins. Removes a discount that has ended from the subscription. */
const discountFrom = (m: Model, start: number): Discount | null => {
  if (!m.discount) return null;
  const { is } = m.discount;
  const since = m.discount.since ?? start;
  const isOver =
    is.duration === 'once' ? start > since : is.duration === 'repeating' && isOverAt(m, is, [since, start]);
  m.discount = isOver ? null : { is, since };
  return isOver ? null : is;
};

/** Months are counted by their days, whatever the time of the day; those of weeks by the day on which they began. */
const isOverAt = (
  { interval }: Model,
  { months = 1 }: Discount,
  [since, start]: [number, number],
): boolean => {
  if (interval !== 'week') return monthOf(start) - monthOf(since) >= months;
  const last = monthsAfter(since, months - 1, new Date(since).getUTCDate());
  return Math.floor(start / day) > Math.floor(last / day);
};

const monthOf = (time: number): number => {
  const date = new Date(time);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
};

/** Processes what is due by then: first endings, then payments, then periods, until nothing is left. */
const passTime = (m: Model, now: number): void => {
  if (m.isEnding && m.status !== 'canceled' && m.end <= now) end(m, now);
  if (m.status === 'canceled') return;
  if (m.owed && m.owed.next <= now) attempt(m, m.owed, now);
  while (m.status === 'active' && !m.isEnding && m.end <= now) {
    if (m.isPausing) {
      Object.assign(m, { status: 'paused', isPausing: false });
      m.events.push('updated', 'revoked');
      return;
    }
    const next = periodAfter(m, m.end);
    const isCaughtUp = next > now - catchUp;
    if (!isCaughtUp) m.anchor = new Date(now).getUTCDate();
    m.events.push('updated', ...(isCaughtUp ? [] : ['periods_missed']));
    beginPeriod(m, isCaughtUp ? m.end : now, now);
  }
};
