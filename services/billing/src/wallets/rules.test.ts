import { reasonOf } from './rules.ts';

const order = { isReturned: false, isVoid: false, totalAmount: 1000 };

describe('why a balance has changed', () => {
  it.each([
    ['credited', { ...order, totalAmount: -500, amount: 500, balance: 500 }],
    ['credited', { ...order, totalAmount: -500, amount: 500, balance: 470 }],
    ['used', { ...order, amount: -500, balance: 0 }],
    ['used', { ...order, totalAmount: 40, amount: -40, balance: -20 }],
    ['carried', { ...order, totalAmount: 30, amount: -30, balance: -30 }],
    ['collected', { ...order, amount: 30, balance: 0 }],
    ['returned', { ...order, isReturned: true, isVoid: true, amount: 500, balance: 500 }],
    ['returned', { ...order, isReturned: true, isVoid: true, amount: -30, balance: -30 }],
    ['refunded', { ...order, isReturned: true, amount: -500, balance: 0 }],
    ['refund_failed', { ...order, isReturned: true, amount: 500, balance: 500 }],
    ['earlier', { ...order, totalAmount: null, amount: 500, balance: 500 }],
  ])('is that it was %s: %j', (reason, changed) => {
    expect(reasonOf(changed)).toBe(reason);
  });
});
