import { createChosenOrder } from './chosen-order.ts';

const of = (id: string) => ({ id });
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id).join(' ');

describe('the order of files that were chosen together', () => {
  it('is kept, whichever is there first', () => {
    const order = createChosenOrder();
    const [first, second, third] = [order.next(), order.next(), order.next()];
    const there = first(third(second([], of('2')), of('3')), of('1'));
    expect(idsOf(there)).toBe('1 2 3');
  });

  it('follows what was there before, and what was moved by hand', () => {
    const order = createChosenOrder();
    const [first, second, third] = [order.next(), order.next(), order.next()];
    const moved = third(second([of('old')], of('2')), of('3')).toReversed();
    expect(idsOf(moved)).toBe('3 2 old');
    expect(idsOf(first(moved, of('1')))).toBe('1 3 2 old');
  });

  it('holds across choosing twice', () => {
    const order = createChosenOrder();
    const early = order.next();
    const late = order.next();
    expect(idsOf(early(late([of('a')], of('late')), of('early')))).toBe('a early late');
  });
});
