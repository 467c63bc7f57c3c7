/** Random lives of subscriptions: what may happen in them, and how a test has it happen at once. */
import { eventually } from '@tessera/kit/test/eventually';
import fc from 'fast-check';
import { endDueSubscriptions } from '../src/endings/subscription.ts';
import { captureDue } from '../src/payments/sandbox/worker.ts';
import { takePaymentEvent } from '../src/payments/settlement.ts';
import { type BillingStack, makeDiscount, type Seller } from './factories.ts';
import type { subscribersOf } from './subscribers.ts';
import type { Command, Discount } from './subscription-model.ts';

/** Times at which months and years are hard to count. */
export const begins = [
  '2026-01-31T10:00:00.000Z',
  '2027-03-28T00:59:59.000Z',
  '2028-02-29T12:00:00.000Z',
  '2026-12-31T23:59:59.999Z',
];

export const discounts: Discount[] = [
  { name: 'a third once', basisPoints: 3333, duration: 'once' },
  { name: 'all of the first', basisPoints: 10_000, duration: 'once' },
  { name: 'five dollars for two months', amount: 500, duration: 'repeating', months: 2 },
  { name: 'a quarter for four months', basisPoints: 2500, duration: 'repeating', months: 4 },
  { name: 'a fifth', basisPoints: 2000, duration: 'forever' },
  { name: 'ten dollars', amount: 1000, duration: 'forever' },
];

/** Makes all discounts. Returns their ids by name. */
export const makeDiscounts = async (stack: BillingStack, seller: Seller): Promise<Map<string, string>> => {
  const discountIds = new Map<string, string>();
  for (const { name, basisPoints = null, amount = null, duration, months = null } of discounts) {
    const { id } = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      name,
      type: amount === null ? 'percentage' : 'fixed',
      basisPoints,
      amount,
      currency: amount === null ? null : 'usd',
      duration,
      durationInMonths: months,
    });
    discountIds.set(name, id);
  }
  return discountIds;
};

/** What a life may have whatever is sold. */
export type Common = Exclude<Command, { kind: 'change' }>;

type Weighted<Of> = { weight: number; arbitrary: fc.Arbitrary<Of> };

/** What happens next: these changes, or anything that is common to all lives. */
export const commandOf = <Of>(...changes: Weighted<Of>[]): fc.Arbitrary<Common | Of> =>
  fc.oneof(...changes, ...common);

/** Days, at any of four times of the day. */
const quarters = (min: number, max: number) =>
  fc.integer({ min: 4 * min, max: 4 * max }).map((count) => count / 4);

const common: Weighted<Common>[] = [
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('time' as const), days: quarters(1, 34) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('time' as const), days: quarters(35, 120) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('card' as const), pays: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('discount' as const),
      to: fc.constantFrom<(Discount | null)[]>(...discounts, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat({ max: 40 }),
      quarters: fc.integer({ min: 1, max: 5 }),
      revokes: fc.boolean(),
    }),
  },
  ...(
    [
      ['cancel', 2],
      ['uncancel', 3],
      ['pause', 1],
      ['resume', 2],
      ['retry', 2],
    ] as const
  ).map(([kind, weight]) => ({ weight, arbitrary: fc.constant({ kind }) })),
  { weight: 1, arbitrary: fc.constant({ kind: 'revoke' }) },
];

/** Has what is due happen at once. */
export const livesOf = (stack: BillingStack, people: ReturnType<typeof subscribersOf>) => {
  /** What is to end by a time has ended, also where a grant held its row for a moment. */
  const endDue = async (now: Date): Promise<void> => {
    await eventually(async () => {
      await endDueSubscriptions({ ...stack.billing, now: () => now });
      const [{ left }] = await stack.db.query(
        'SELECT count(*)::int AS left FROM subscriptions WHERE cancel_at_period_end AND ended_at IS NULL AND ends_at <= $1',
        [now],
      );
      expect(left).toBe(0);
    });
  };

  /** Renewals are made and charges settled, at once instead of a moment later. */
  const quiet = async (): Promise<void> => {
    await people.renew();
    await stack.db.query('UPDATE sandbox_charges SET tell_at = now() WHERE tell_at > now()');
    await captureDue(stack.db, stack.billing.log, (event) => takePaymentEvent(stack.billing, event));
    await eventually(async () => {
      const [{ left }] = await stack.db.query(
        `SELECT count(*)::int AS left FROM payments WHERE status IN ('pending', 'processing')`,
      );
      expect(left).toBe(0);
    });
  };

  /** Again until nothing follows: money that has come may make another period due. */
  const settle = async (): Promise<void> => {
    await quiet();
    await quiet();
  };

  return { endDue, quiet, settle };
};
