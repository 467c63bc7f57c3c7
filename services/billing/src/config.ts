/** Environment variables and product options of the billing service. */
import { MailEnv, ServiceEnv } from '@tessera/kit/config';
import { WorkerEnv } from '@tessera/kit/process/roles';
import { EncryptionKeys } from '@tessera/kit/secrets';
import { z } from 'zod';
import { StorageEnv, StorageOptions } from './files/storage/options.ts';
import { RenewalOptions } from './payments/renewal-options.ts';
import { StripeEnv } from './payments/stripe/env.ts';
import { DiscordOptions, GitHubOptions } from './platforms/options.ts';
import { UsageEnv } from './usage/clickhouse/connect.ts';

export const BillingEnv = ServiceEnv.extend(MailEnv.shape)
  .extend(WorkerEnv.shape)
  .extend(StorageEnv.shape)
  .extend(StripeEnv.shape)
  .extend(UsageEnv.shape)
  .extend({ ENCRYPTION_KEYS: EncryptionKeys });

/** The options of identity that also apply to billing; identity validates the others. */
export const SharedOptions = z.looseObject({
  /** `countries`: the file with countries of addresses, instead of the packaged one. */
  advanced: z
    .looseObject({ ipAddress: z.looseObject({ countries: z.string().optional() }).prefault({}) })
    .prefault({}),
  /** Also decides whether mails are rate-limited. Default: in production only. */
  rateLimit: z.looseObject({ enabled: z.boolean().optional() }).prefault({}),
});

/** The section `billing` of the product options. */
export const BillingOptions = z.strictObject({
  /** Sends payments to the built-in sandbox, where no money moves. Default: in development only. */
  sandbox: z.boolean().optional(),
  storage: StorageOptions.prefault({}),
  /** The Discord application for benefits that grant roles; undefined: such benefits are not available. */
  discord: DiscordOptions.optional(),
  /** The GitHub App for benefits that grant access to repositories; undefined: such benefits are not available. */
  github: GitHubOptions.optional(),
  /** Tax calculation: `table` by rates per country, `stripe` by Stripe Tax in the seller's account, or `none`. */
  tax: z.enum(['table', 'stripe', 'none']).default('table'),
  renewals: RenewalOptions.prefault({}),
  usage: z
    .strictObject({
      /** Months after which usage events are deleted; aggregated usage stays. Null: never. */
      retentionMonths: z.int().min(4).max(1200).nullable().default(null),
    })
    .prefault({}),
});
export type BillingOptions = z.output<typeof BillingOptions>;

/** How payments are taken, by options and mode. `test`: the sandbox in production. */
export const paymentsBy = ({ sandbox }: Pick<BillingOptions, 'sandbox'>, isDevelopment: boolean) => {
  if (!(sandbox ?? isDevelopment)) return 'none';
  return isDevelopment ? 'sandbox' : 'test';
};
