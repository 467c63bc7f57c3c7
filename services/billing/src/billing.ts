/** What billing's verbs depend on: one plain object, built by main.ts and by tests. */
import type { Bus } from '@tessera/kit/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail';
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
  /** Where customers and sellers find the system, without a slash at the end. */
  publicUrl: string;
  payments: Payments;
  /** Asks Stripe about keys that a seller brings. */
  stripe: Stripe;
  /** Seals the keys of payment accounts. */
  vault: Vault;
  /** Who takes what becomes of payments. */
  purposes: Purposes<Billing>;
  tax: Tax;
  /** How payments of subscriptions are tried again. */
  renewals: RenewalOptions;
  files: Files;
  /** Where benefits may live besides here; null: nobody has set that up. */
  platforms: Platforms;
  /** Where the events are that are counted. */
  usage: UsageStore;
  /** Copies events to another store; null: they are where they were written. */
  usageCopies: UsageCopies | null;
  /** Months after which events are kept no longer; null: always. */
  usageRetentionMonths: number | null;
  mailer: Mailer;
  /** Whether mails to one address are counted. */
  areMailsLimited: boolean;
  /** Work that a reply does not wait for. */
  background: Background;
};
