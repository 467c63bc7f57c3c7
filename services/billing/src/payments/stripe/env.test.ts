import { readEnv } from '@tessera/kit/config';
import { StripeEnv } from './env.ts';

describe('the address of Stripe', () => {
  it.each(['no address', 'x'.repeat(10_000), 'http://stripe.example', 'ftp://127.0.0.1'])(
    'is refused by name: %.20s',
    (url) => {
      expect(() => readEnv(StripeEnv, { STRIPE_API_URL: url })).toThrow(
        /^environment variable STRIPE_API_URL: /,
      );
    },
  );

  it('is Stripe’s own, or one of this machine', () => {
    expect(readEnv(StripeEnv, {}).STRIPE_API_URL).toBe('https://api.stripe.com');
    const url = 'http://127.0.0.1:4000';
    expect(readEnv(StripeEnv, { STRIPE_API_URL: url }).STRIPE_API_URL).toBe(url);
  });
});
