import { backoff } from './backoff.ts';

describe('backoff', () => {
  it('doubles from the first wait to the longest', () => {
    const pauses = { first: 1, most: 300 };
    expect([1, 2, 3, 9, 10, 1_000].map((failures) => backoff(failures, pauses))).toEqual([
      1, 2, 4, 256, 300, 300,
    ]);
    expect(backoff(0, pauses)).toBe(1);
  });
});
