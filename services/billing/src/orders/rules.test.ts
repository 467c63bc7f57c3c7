import { canMove } from '@tessera/kit/state-machine';
import { mayRefund, moveOrder, orderMoves, reasonOf, statusOnWire, wasPaid } from './rules.ts';

describe('the moves of an order', () => {
  it('lead from pending to paid or void, and from paid back to the customer', () => {
    expect(moveOrder({ status: 'pending', id: 'o' }, 'paid')).toEqual({ status: 'paid', id: 'o' });
    expect(canMove(orderMoves, 'pending', 'void')).toBe(true);
    expect(canMove(orderMoves, 'paid', 'refunded')).toBe(true);
  });

  it.each([
    ['paid', 'paid'],
    ['paid', 'void'],
    ['void', 'paid'],
    ['pending', 'refunded'],
    ['refunded', 'pending'],
  ] as const)('lead not from %s to %s', (from, to) => {
    expect(() => moveOrder({ status: from }, to)).toThrow(`from ${from} to ${to}`);
  });

  it('tell what was paid and what may go back', () => {
    const states = ['pending', 'void', 'paid', 'partially_refunded', 'refunded'] as const;
    expect(states.filter(wasPaid)).toEqual(['paid', 'partially_refunded', 'refunded']);
    expect(states.filter(mayRefund)).toEqual(['paid', 'partially_refunded']);
    expect(states.map(statusOnWire)).toEqual([
      'pending',
      'pending',
      'paid',
      'partially_refunded',
      'refunded',
    ]);
  });
});

describe('why a checkout makes an order', () => {
  it('depends on what was sold', () => {
    expect(reasonOf({ isRecurring: false, subscriptionId: null })).toBe('purchase');
    expect(reasonOf({ isRecurring: true, subscriptionId: null })).toBe('subscription_create');
    expect(reasonOf({ isRecurring: true, subscriptionId: 's' })).toBe('subscription_update');
  });
});
