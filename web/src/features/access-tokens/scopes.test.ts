import '../../test/english.ts';
import { describeScope, expiryOf, scopeChoices } from './scopes.ts';

describe('scopeChoices', () => {
  it('explains each right in words, once', () => {
    const options = scopeChoices().flatMap((choice) => choice.options);
    expect(new Set(options.map(({ scope }) => scope)).size).toBe(options.length);
    expect(new Set(options.map(({ meaning }) => meaning)).size).toBe(options.length);
  });
});

describe('describeScope', () => {
  it('leaves an unknown right as it is spelt', () => {
    expect(describeScope('orders:read')).toBe('See orders');
    expect(describeScope('payouts:write')).toBe('payouts:write');
  });
});

describe('expiryOf', () => {
  it('counts days from now', () => {
    expect(expiryOf('30', new Date('2026-01-01T10:00:00Z'))).toBe('2026-01-31T10:00:00.000Z');
    expect(expiryOf('never', new Date())).toBeNull();
  });
});
