/** The operator's account at Stripe, for all sellers that have not connected their own. */
import { isLoopbackName } from '@tessera/kit/config';
import { PublishableKey, SecretKey, SigningSecret } from '@tessera/proto/api/billing/payment-account';
import { z } from 'zod';

export const StripeEnv = z.object({
  STRIPE_SECRET_KEY: SecretKey.optional(),
  STRIPE_PUBLISHABLE_KEY: PublishableKey.optional(),
  STRIPE_WEBHOOK_SECRET: SigningSecret.optional(),
  /** Where Stripe is; tests have one of their own. Keys are never sent over plain http but to this machine. */
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => url.startsWith('https:') || isLoopbackName(URL.parse(url)?.hostname ?? ''),
      'must be https',
    )
    .default('https://api.stripe.com'),
});
