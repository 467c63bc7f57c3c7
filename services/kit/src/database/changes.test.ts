import { leavesAsIs } from './changes.ts';

const row = { name: 'Ada', metadata: { a: 1, b: true }, endsAt: new Date('2026-01-31') as Date | null };

describe('leavesAsIs', () => {
  it.each([
    ['nothing', {}],
    ['what is undefined', { name: undefined }],
    ['equal values, whatever the order of their keys', { name: 'Ada', metadata: { b: true, a: 1 } }],
    ['the same time', { endsAt: new Date('2026-01-31') }],
  ])('is true for %s', (_what, changes) => expect(leavesAsIs(row, changes as object)).toBe(true));

  it.each([
    ['another text', { name: 'Grace' }],
    ['another time', { endsAt: new Date('2026-02-01') }],
    ['null', { endsAt: null }],
    ['a key less', { metadata: { a: 1 } }],
    ['a number instead of a boolean', { metadata: { a: 1, b: 1 } }],
  ])('is false for %s', (_what, changes) => expect(leavesAsIs(row, changes as object)).toBe(false));
});
