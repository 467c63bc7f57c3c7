/** Environment variables of the operator's Stripe account, used for sellers that have not connected their own. */
import { isLoopbackName } from '@tessera/kit/config';
import { PublishableKey, SecretKey, SigningSecret } from '@tessera/proto/api/billing/payment-account';
import { z } from 'zod';

export const StripeEnv = z.object({
  STRIPE_SECRET_KEY: SecretKey.optional(),
  STRIPE_PUBLISHABLE_KEY: PublishableKey.optional(),
  STRIPE_WEBHOOK_SECRET: SigningSecret.optional(),
  /** Base URL of Stripe; overridden in tests. Keys are never sent over plain http except to this machine. */
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => url.startsWith('https:') || isLoopbackName(URL.parse(url)?.hostname ?? ''),
      'must be https',
    )
    .default('https://api.stripe.com'),
});
