/** Billing's environment and product options. */
import { MailEnv, ServiceEnv } from '@tessera/kit/config';
import { WorkerEnv } from '@tessera/kit/roles';
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
  .extend({ ENCRYPTION_KEYS: z.string().min(1) });

/** Of identity's options what holds for billing too; identity validates the rest. */
export const SharedOptions = z.looseObject({
  /** Also decides whether mails are counted; absent: where it is production. */
  rateLimit: z.looseObject({ enabled: z.boolean().optional() }).prefault({}),
});

/** The section `billing` of the product options. */
export const BillingOptions = z.strictObject({
  /** Whether payments go to the built-in sandbox, where no money moves. Left out: in development only. */
  sandbox: z.boolean().optional(),
  storage: StorageOptions.prefault({}),
  /** The application through which benefits give roles on Discord; absent: that kind is not offered. */
  discord: DiscordOptions.optional(),
  /** The GitHub App through which benefits give access to repositories; absent: that kind is not offered. */
  github: GitHubOptions.optional(),
  /** Who says which tax is due: `table`, by rates of countries, `stripe`, by Stripe Tax in the seller's account, or nobody. */
  tax: z.enum(['table', 'stripe', 'none']).default('table'),
  renewals: RenewalOptions.prefault({}),
  usage: z
    .strictObject({
      /** Months after which events are kept no longer; what was counted of them stays. Null: always. */
      retentionMonths: z.int().min(4).max(1200).nullable().default(null),
    })
    .prefault({}),
});
export type BillingOptions = z.output<typeof BillingOptions>;

/** How payments are taken: by options and mode. `test`: by the sandbox although the system is in production. */
export const paymentsBy = ({ sandbox }: Pick<BillingOptions, 'sandbox'>, isDevelopment: boolean) => {
  if (!(sandbox ?? isDevelopment)) return 'none';
  return isDevelopment ? 'sandbox' : 'test';
};
