/**
 * A subscription as it should be: pure, in the words of contracts/billing-behaviour.md, with arithmetic of its own. Two
 * products of 30 days' notice are told apart by price alone. Times are milliseconds, amounts cents.
 */

const day = 86_400_000;
const retryDays = [2, 5, 7, 7];
const catchUp = 35 * day;

export type Model = {
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  price: number;
  start: number;
  end: number;
  anchor: number;
  isEnding: boolean;
  isPausing: boolean;
  cardPays: boolean;
  /** To the customer's credit; below 0: too little to be charged. */
  balance: number;
  /** Lines that wait for the next order. */
  waiting: number[];
  /** The order that nobody has paid yet. `applied`: what the balance paid of it, which comes back when it is given up. */
  owed: { amount: number; applied: number; attempts: number; next: number; isPeriod: boolean } | null;
  /** What was charged without the customer, in order. */
  charged: number[];
  /** Begin and end of each period that began after the first. */
  periods: [number, number][];
  orders: number;
  events: string[];
};

export type Command =
  | { kind: 'time'; days: number }
  | { kind: 'card'; pays: boolean }
  | { kind: 'change'; price: number; behavior: 'invoice' | 'prorate' }
  | { kind: 'cancel' | 'uncancel' | 'pause' | 'resume' | 'revoke' };

export const startModel = (price: number, now: number): Model => {
  const anchor = new Date(now).getUTCDate();
  return {
    status: 'active',
    price,
    start: now,
    end: monthAfter(now, anchor),
    anchor,
    isEnding: false,
    isPausing: false,
    cardPays: true,
    balance: 0,
    waiting: [],
    owed: null,
    charged: [],
    periods: [],
    orders: 1,
    events: ['created', 'active'],
  };
};

const monthAfter = (time: number, anchor: number): number => {
  const from = new Date(time);
  const month = from.getUTCMonth() + 1;
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

/** Halves go to the even neighbour. */
const share = (amount: number, part: number, whole: number): number => {
  const twice = 2n * BigInt(amount) * BigInt(part);
  const [quotient, rest] = [twice / (2n * BigInt(whole)), twice % (2n * BigInt(whole))];
  if (rest > BigInt(whole) || (rest === BigInt(whole) && quotient % 2n === 1n)) return Number(quotient) + 1;
  return Number(quotient);
};

/** What was changed, as the API would answer: whether it was taken. */
export const apply = (model: Model, command: Command, now: number): boolean => {
  if (command.kind === 'card') {
    model.cardPays = command.pays;
    return true;
  }
  if (command.kind === 'time') {
    passTime(model, now);
    return true;
  }
  return command.kind === 'change' ? change(model, command, now) : verbs[command.kind](model, now);
};

const verbs: Record<
  'cancel' | 'uncancel' | 'pause' | 'resume' | 'revoke',
  (m: Model, now: number) => boolean
> = {
  cancel: (m, now) => {
    if (m.isEnding || m.status === 'canceled') return false;
    Object.assign(m, { isEnding: true, isPausing: false });
    m.events.push('updated', 'canceled');
    // What is paused has no period any more.
    if (m.status === 'paused' || m.end <= now) end(m);
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
    m.events.push('updated');
    return true;
  },
  resume: (m, now) => {
    if (m.status === 'canceled') return false;
    if (m.isPausing) {
      m.isPausing = false;
      m.events.push('updated');
      return true;
    }
    if (m.status !== 'paused') return false;
    m.status = 'active';
    m.anchor = new Date(now).getUTCDate();
    m.events.push('updated', 'active');
    beginPeriod(m, now, now);
    return true;
  },
  revoke: (m) => {
    if (m.status === 'canceled') return false;
    m.status = 'canceled';
    m.events.push('updated', 'canceled', 'revoked');
    return true;
  },
};

const change = (
  m: Model,
  { price, behavior }: { price: number; behavior: 'invoice' | 'prorate' },
  now: number,
): boolean => {
  if (m.status !== 'active' || m.isEnding) return false;
  if (price === m.price) return true;
  const whole = Math.floor(m.end / 1000) - Math.floor(m.start / 1000);
  const part = Math.min(Math.max(Math.floor(m.end / 1000) - Math.floor(now / 1000), 0), whole);
  const lines = [-share(m.price, part, whole), share(price, part, whole)].filter((amount) => amount !== 0);
  m.price = price;
  m.events.push('updated');
  if (behavior === 'prorate' || lines.length === 0) m.waiting.push(...lines);
  else order(m, lines, { now, isPeriod: false });
  return true;
};

/** An order of these lines: what the balance leaves of it is charged. */
const order = (m: Model, lines: number[], { now, isPeriod }: { now: number; isPeriod: boolean }): void => {
  const total = lines.reduce((sum, amount) => sum + amount, 0);
  m.orders += 1;
  // Less than 50 cents comes with the next order, and what is too much is to the customer's credit.
  const due = total - m.balance < 50 ? 0 : total - m.balance;
  const applied = total - due;
  m.balance -= applied;
  if (due === 0) return;
  attempt(m, { amount: due, applied, attempts: 0, next: now, isPeriod }, now);
};

const attempt = (m: Model, owed: NonNullable<Model['owed']>, now: number): void => {
  if (m.cardPays) {
    m.charged.push(owed.amount);
    m.owed = null;
    if (m.status === 'past_due') recover(m, owed.isPeriod, now);
    return;
  }
  const attempts = owed.attempts + 1;
  const days = retryDays[attempts - 1];
  if (days === undefined) {
    giveUp(m, owed);
    m.status = 'canceled';
    m.events.push('updated', 'canceled', 'revoked');
    return;
  }
  m.owed = { ...owed, attempts, next: now + days * day };
  if (m.status === 'past_due') return;
  m.status = 'past_due';
  m.events.push('updated', 'revoked');
};

const end = (m: Model): void => {
  m.status = 'canceled';
  m.events.push('updated', 'revoked');
};

const giveUp = (m: Model, { applied }: NonNullable<Model['owed']>): void => {
  m.owed = null;
  m.balance += applied;
};

const recover = (m: Model, isPeriod: boolean, now: number): void => {
  m.status = 'active';
  m.events.push('updated', 'active');
  if (!isPeriod || m.isEnding || m.end > now) return;
  m.anchor = new Date(now).getUTCDate();
  m.start = now;
  m.end = monthAfter(now, m.anchor);
  m.periods.push([m.start, m.end]);
};

const beginPeriod = (m: Model, start: number, now: number): void => {
  m.start = start;
  m.end = monthAfter(start, m.anchor);
  m.periods.push([m.start, m.end]);
  const lines = [m.price, ...m.waiting];
  m.waiting = [];
  order(m, lines, { now, isPeriod: true });
};

/** What becomes due by then: first what ends, then payments, then periods, each until nothing is left. */
const passTime = (m: Model, now: number): void => {
  if (m.isEnding && m.status !== 'canceled' && m.end <= now) end(m);
  if (m.status === 'canceled') {
    // Nobody pays for what is over: its order is given up when it would be tried again.
    if (m.owed && m.owed.next <= now) giveUp(m, m.owed);
    return;
  }
  if (m.owed && m.owed.next <= now) attempt(m, m.owed, now);
  while (m.status === 'active' && !m.isEnding && m.end <= now) {
    if (m.isPausing) {
      Object.assign(m, { status: 'paused', isPausing: false });
      m.events.push('updated', 'revoked');
      return;
    }
    const next = monthAfter(m.end, m.anchor);
    const isCaughtUp = next > now - catchUp;
    if (!isCaughtUp) m.anchor = new Date(now).getUTCDate();
    m.events.push('updated', ...(isCaughtUp ? [] : ['periods_missed']));
    beginPeriod(m, isCaughtUp ? m.end : now, now);
  }
};
