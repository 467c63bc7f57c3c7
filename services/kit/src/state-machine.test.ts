import { canMove, type Moves } from './state-machine.ts';

const moves: Moves<'open' | 'done'> = { open: ['done'], done: [] };

describe('canMove', () => {
  it('allows what the table names, and nothing else', () => {
    expect(canMove(moves, 'open', 'done')).toBe(true);
    expect(canMove(moves, 'done', 'open')).toBe(false);
    expect(canMove(moves, 'open', 'open')).toBe(false);
  });
});
