import { remainderOf } from '@tessera/proto/api/billing/refund';
import fc from 'fast-check';
import { refundedBy, settleCredits, splitOf, taxOf } from './rules.ts';

const none = { amount: 0, taxAmount: 0 };
const paid = (netAmount: number, taxAmount: number) => ({
  netAmount,
  taxAmount,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  appliedBalanceAmount: 0,
});

describe('a refund that was made elsewhere, tax included', () => {
  it.each([
    [375, { amount: 1000, taxAmount: 250 }, { amount: 300, taxAmount: 75 }],
    [100, { amount: 1000, taxAmount: 250 }, { amount: 80, taxAmount: 20 }],
    [1250, { amount: 1000, taxAmount: 250 }, { amount: 1000, taxAmount: 250 }],
    [2000, { amount: 1000, taxAmount: 250 }, { amount: 1000, taxAmount: 250 }],
    [1, { amount: 1, taxAmount: 0 }, { amount: 1, taxAmount: 0 }],
    [1, { amount: 0, taxAmount: 0 }, { amount: 0, taxAmount: 0 }],
  ])('of %d, where %j is left, is %j', (total, remainder, expected) => {
    expect(splitOf(total, remainder)).toEqual(expected);
  });
});

describe('the tax of a refund', () => {
  it.each([
    [1000, 200, 500, 100],
    [1000, 200, 1000, 200],
    // Halves go to the even neighbour: 2.5 and 3.5.
    [1000, 5, 500, 2],
    [1000, 7, 500, 4],
    [1000, 0, 500, 0],
  ])('of %d with tax %d, for %d, is %d', (net, tax, amount, expected) => {
    const order = paid(net, tax);
    expect(taxOf(amount, order, remainderOf(order, none))).toBe(expected);
  });

  it('sums up to the tax that was paid, in whatever parts the order goes back', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 20_000 }), (amounts, tax) => {
        const net = amounts.reduce((sum, amount) => sum + amount, 0);
        let order: ReturnType<typeof paid> & { status?: string } = paid(net, tax);
        for (const amount of amounts) {
          const taxAmount = taxOf(amount, order, remainderOf(order, none));
          expect(taxAmount).toBeGreaterThanOrEqual(0);
          order = { ...order, ...refundedBy(order, { amount, taxAmount }) };
        }
        expect(order).toMatchObject({ refundedAmount: net, refundedTaxAmount: tax, status: 'refunded' });
      }),
    );
  });
});

describe('an order whose money goes back and comes again', () => {
  it('is what it was', () => {
    const order = { ...paid(1000, 200), status: 'paid' as const };
    const half = { amount: 500, taxAmount: 100 };
    const partly = { ...order, ...refundedBy(order, half) };
    expect(partly.status).toBe('partially_refunded');
    expect({ ...partly, ...refundedBy(partly, { amount: -500, taxAmount: -100 }) }).toEqual(order);
  });

  it('has nothing left beside what is on its way', () =>
    expect(remainderOf(paid(1000, 200), { amount: 1000, taxAmount: 200 })).toEqual(none));
});

describe('an order that the customer’s balance has paid in part', () => {
  const order = { ...paid(1000, 200), appliedBalanceAmount: -600 };

  it('gives back what was charged, and no more', () =>
    expect(remainderOf(order, none)).toEqual({ amount: 500, taxAmount: 100 }));

  it('has nothing left once that has gone back', () => {
    const back = { ...order, ...refundedBy(order, { amount: 500, taxAmount: 100 }) };
    expect(remainderOf(back, none)).toEqual({ amount: 0, taxAmount: 0 });
  });
});

describe('orders that had credited what is paid back', () => {
  const credited = (netAmount: number, taxAmount: number, gone = none) => ({
    netAmount,
    taxAmount,
    refundedAmount: 0 - gone.amount,
    refundedTaxAmount: 0 - gone.taxAmount,
  });
  const all = Number.MAX_SAFE_INTEGER;
  const outcome = (rows: ReturnType<typeof credited>[], due: number, available = all) =>
    settleCredits(rows, { due, available }).map(({ row, ...moved }) => [
      rows.indexOf(row),
      ...Object.values(moved),
    ]);

  it('lose it, the latest first, with its share of tax', () => {
    const rows = [credited(-1000, -200), credited(-500, -100)];
    expect(outcome(rows, 600)).toEqual([[0, -500, -100, -600]]);
    expect(outcome(rows, 1500)).toEqual([
      [0, -1000, -200, -1200],
      [1, -250, -50, -300],
    ]);
    expect(outcome(rows, 5000)).toEqual([
      [0, -1000, -200, -1200],
      [1, -500, -100, -600],
    ]);
  });

  it('lose what is there of it, and nothing twice', () => {
    const half = credited(-1000, -200, { amount: 500, taxAmount: 100 });
    expect(outcome([half], 1200)).toEqual([[0, -1000, -200, -600]]);
    expect(outcome([half], 1200, 120)).toEqual([[0, -600, -120, -120]]);
    expect(outcome([half], 1200, 0)).toEqual([]);
    expect(outcome([half], 600)).toEqual([]);
  });

  it('get it back', () => {
    const half = credited(-1000, -200, { amount: 500, taxAmount: 100 });
    expect(outcome([half], 300)).toEqual([[0, -250, -50, 300]]);
    expect(outcome([credited(-1, 0), half], 0)).toEqual([[1, 0, 0, 600]]);
  });
});
