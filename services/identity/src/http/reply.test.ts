import { withParameters } from './reply.ts';

describe('withParameters', () => {
  it.each([
    ['/a', '/a?error=token_expired'],
    ['/a?b=c', '/a?b=c&error=token_expired'],
    ['/a?b=c#d', '/a?b=c&error=token_expired#d'],
    ['https://example.com/a#d', 'https://example.com/a?error=token_expired#d'],
  ])('adds to %s before its fragment', (target, expected) => {
    expect(withParameters(target, { error: 'token_expired', other: undefined })).toBe(expected);
  });
});
