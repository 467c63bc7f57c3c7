/** The dependencies of billing's functions: one plain object, built by `main.ts` and by tests. */
import type { Bus } from '@tessera/kit/events/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail/mailer';
import type { Countries } from '@tessera/kit/places/countries';
import type { Vault } from '@tessera/kit/secrets';
import type { Stripe } from 'stripe';
import type { DataSource } from 'typeorm';
import type { Background } from './background.ts';
import type { Files } from './files/storage/files.ts';
import type { Tax } from './money/tax.ts';
import type { Purposes } from './payments/handlers.ts';
import type { Payments } from './payments/processor.ts';
import type { RenewalOptions } from './payments/renewal-options.ts';
import type { Discord } from './platforms/discord.ts';
import type { GitHub } from './platforms/github.ts';
import type { UsageCopies, UsageStore } from './usage/store/store.ts';

export type Platforms = { discord: Discord | null; github: GitHub | null };

export type Billing = {
  db: DataSource;
  bus: Bus;
  now: () => Date;
  log: Logger;
  /** The public URL of the system, without a trailing slash. */
  publicUrl: string;
  payments: Payments;
  /** Calls Stripe with keys that sellers enter. */
  stripe: Stripe;
  /** Encrypts the keys of payment accounts. */
  vault: Vault;
  /** Handlers of payment results, by purpose. */
  purposes: Purposes<Billing>;
  tax: Tax;
  /** Countries of buyers' IP addresses. */
  countries: Countries;
  /** Retry schedule of failed subscription payments. */
  renewals: RenewalOptions;
  files: Files;
  /** Platforms that benefits can grant access to; null: not configured. */
  platforms: Platforms;
  /** The store that usage events are read from. */
  usage: UsageStore;
  /** Copies usage events to another store; null when they are read where they are written. */
  usageCopies: UsageCopies | null;
  /** Months after which usage events are deleted; null: never. */
  usageRetentionMonths: number | null;
  mailer: Mailer;
  /** Whether mails are rate-limited per address. */
  areMailsLimited: boolean;
  /** Work that replies do not wait for. */
  background: Background;
};
