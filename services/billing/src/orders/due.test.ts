import fc from 'fast-check';
import { appliedBalanceOf, carriedOf, dueAmountOf } from './due.ts';

const dueFor = (totalAmount: number, balance: number, currency = 'usd') => {
  const appliedBalanceAmount = appliedBalanceOf({ totalAmount, currency }, balance);
  return { due: dueAmountOf({ totalAmount, appliedBalanceAmount }), left: balance + appliedBalanceAmount };
};

describe('an order and what its customer has to their credit', () => {
  it.each([
    ['nothing there', 1000, 0, { due: 1000, left: 0 }],
    ['a part of it', 1000, 300, { due: 700, left: 0 }],
    ['more than it', 1000, 1300, { due: 0, left: 300 }],
    ['a credit', -500, 0, { due: 0, left: 500 }],
    ['too little to be charged', 30, 0, { due: 0, left: -30 }],
    ['which comes with the next one', 1000, -30, { due: 1030, left: 0 }],
    ['nothing to pay', 0, 0, { due: 0, left: 0 }],
    ['the least that is charged', 50, 0, { due: 50, left: 0 }],
  ])('%s', (_name, total, balance, expected) => expect(dueFor(total, balance)).toEqual(expected));

  it('wait for what cards are charged in the currency', () => {
    expect(dueFor(1499, 0, 'czk')).toEqual({ due: 0, left: -1499 });
    expect(dueFor(1500, 0, 'czk')).toEqual({ due: 1500, left: 0 });
    expect(dueFor(49, 0, 'jpy')).toEqual({ due: 0, left: -49 });
  });

  it.each([
    ['nothing there', 0, -30, 30],
    ['a part of it', 20, -30, 10],
    ['all of it', 30, -30, 0],
    ['something owed already', -40, -3, 3],
    ['what was owed being charged', -40, 40, 0],
    ['a credit', -40, 500, 0],
  ])('owe later what the balance does not have: %s', (_name, balance, added, carried) =>
    expect(carriedOf(balance, added)).toBe(carried),
  );

  it('neither make money nor lose any', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(cents, cents, (total, balance) => {
        const { due, left } = dueFor(total, balance);
        expect(due - left).toBe(total - balance);
        expect(due === 0 || due >= 50).toBe(true);
      }),
    );
  });
});
