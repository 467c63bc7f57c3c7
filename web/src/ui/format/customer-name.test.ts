import { customerName } from './customer-name.ts';

const email = 'ada@example.com';

it.each([
  ['Ada', 'Ada'],
  ['🎉', '🎉'],
  [null, email],
  // Kept by earlier releases.
  ['', email],
  [' \u200b', email],
])('a customer named %j is shown as %s', (name, shown) => expect(customerName({ name, email })).toBe(shown));
