import { deriveKeys } from './keys.ts';

describe('keys', () => {
  const secret = 'a secret for tests, longer than thirty-two characters';

  it('are the same each time, and different for each purpose and secret', () => {
    expect(deriveKeys(secret)).toEqual(deriveKeys(secret));
    const all = [deriveKeys(secret), deriveKeys(`${secret}!`)].flatMap((keys) => Object.values(keys));
    expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(6);
    for (const key of all) expect(key).toHaveLength(32);
  });
});
