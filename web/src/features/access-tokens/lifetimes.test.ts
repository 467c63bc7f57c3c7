import { expiryOf } from './lifetimes.ts';

describe('expiryOf', () => {
  it('counts days from now', () => {
    expect(expiryOf('30', new Date('2026-01-01T10:00:00Z'))).toBe('2026-01-31T10:00:00.000Z');
    expect(expiryOf('never', new Date())).toBeNull();
  });
});
