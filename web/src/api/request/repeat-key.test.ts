import { repeatKey } from './repeat-key.ts';

const error = (name: string) => ({ error: name, detail: 'Look at what is there.' });

/** The keys of two requests alike, the first of which was answered so. */
const keysOf = (address: string, ...answer: [number, unknown?]): [string, string] => {
  const first = repeatKey(address, { amount: 100 });
  first.isAnswered(answer[0], answer[1]);
  return [first.key, repeatKey(address, { amount: 100 }).key];
};

describe('the key of a request that is sent once more', () => {
  it.each([
    ['got no answer', 0, undefined],
    ['was answered by a gateway', 504, undefined],
    ['is under way', 409, error('idempotency_key_in_flight')],
  ])('is the same where the first %s', (_, status, body) => {
    const [first, second] = keysOf(`/same/${status}`, status, body);
    expect(second).toBe(first);
  });

  it.each([
    ['was done', 201, undefined],
    ['was refused', 422, error('RefundAmountTooHigh')],
    // Said once: whoever looked and sends it all the same means another.
    ['was cut off', 409, error('idempotency_outcome_unknown')],
    ['came at a wrong moment', 409, error('SubscriptionUpdatePending')],
  ])('is another where the first %s', (what, status, body) => {
    const [first, second] = keysOf(`/other/${what}`, status, body);
    expect(second).not.toBe(first);
  });

  it('is another for another request', () => {
    repeatKey('/refunds', { amount: 1 }).isAnswered(0, null);
    expect(repeatKey('/refunds', { amount: 2 }).key).not.toBe(repeatKey('/refunds', { amount: 1 }).key);
  });
});
