/** The operator's account: its keys come from the environment, its id from Stripe. */
import { ConfigError } from '@tessera/kit/config';
import { isTestKey } from '@tessera/proto/api/billing/payment-account';
import type { Stripe } from 'stripe';
import type { z } from 'zod';
import type { OperatorAccount } from '../accounts/accounts.ts';
import type { StripeEnv } from './env.ts';
import { isKeyRefused, StripeUnavailable } from './failures.ts';

const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * Returns null if the operator has set no keys. Throws `ConfigError` for keys that do not belong together or that
 * Stripe refuses.
 */
export const findOperatorAccount = async (
  stripe: Stripe,
  env: z.output<typeof StripeEnv>,
): Promise<OperatorAccount | null> => {
  const [secretKey, publishableKey, webhookSecret] = names.map((name) => env[name]);
  if (!secretKey && !publishableKey && !webhookSecret) return null;
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new ConfigError(`environment variables ${names.join(', ')}: all of them are needed, or none`);
  if (isTestKey(secretKey) !== isTestKey(publishableKey))
    throw new ConfigError(
      'environment variable STRIPE_PUBLISHABLE_KEY: one key is for tests, the other is not',
    );
  const { id: account } = await stripe.accounts
    .retrieveCurrent({}, { apiKey: secretKey })
    .catch((error: unknown) => {
      if (isKeyRefused(error))
        throw new ConfigError('environment variable STRIPE_SECRET_KEY: Stripe does not take it');
      throw new StripeUnavailable(error);
    });
  const isTestMode = isTestKey(secretKey);
  return { id: null, organizationId: null, account, publishableKey, secretKey, webhookSecret, isTestMode };
};
