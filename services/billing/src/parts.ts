/** Builds billing's dependencies from its connections, for `main.ts` and for tests. */
import type { ClickHouseClient } from '@clickhouse/client';
import { createCountries, openTableAt } from '@tessera/kit/places/countries';
import type { Vault } from '@tessera/kit/secrets';
import type { Stripe } from 'stripe';
import { createBackground } from './background.ts';
import type { Billing } from './billing.ts';
import { findCheckoutId } from './checkouts/find.ts';
import { checkoutPayments } from './checkouts/pay/charge.ts';
import { createStreams, type StreamingBilling } from './checkouts/watch/streams.ts';
import { createFiles } from './files/parts.ts';
import type { FilePlace } from './files/storage/files.ts';
import { createNoTax } from './money/tax.ts';
import { type Accounts, createAccounts, type OperatorAccount } from './payments/accounts/accounts.ts';
import { createNoPayments } from './payments/none.ts';
import { createPayments } from './payments/payments.ts';
import type { Purpose } from './payments/purpose.ts';
import { RenewalOptions } from './payments/renewal-options.ts';
import { createSandbox } from './payments/sandbox/processor.ts';
import { createStripe } from './payments/stripe/processor.ts';
import { createDiscord } from './platforms/discord.ts';
import { createGitHub } from './platforms/github.ts';
import type { DiscordOptions, GitHubOptions } from './platforms/options.ts';
import { cardSetups } from './portal/methods/payments.ts';
import { handPayments } from './renewals/dunning/by-hand.ts';
import { renewalPayments } from './renewals/dunning/payments.ts';
import { createStripeTax } from './taxes/stripe.ts';
import { createTableTax } from './taxes/table.ts';
import { createClickHouseStore } from './usage/clickhouse/store.ts';
import { createPostgresStore } from './usage/postgres/store.ts';

export type Connections = Pick<
  Billing,
  'db' | 'bus' | 'now' | 'log' | 'publicUrl' | 'mailer' | 'areMailsLimited'
>;

/** The configuration of an installation. `vault` decrypts the keys of payment accounts. */
export type Setup = {
  sandbox: boolean;
  files: FilePlace;
  stripe: Stripe;
  vault: Vault;
  tax: 'table' | 'stripe' | 'none';
  renewals?: RenewalOptions;
  operator?: OperatorAccount | null;
  discord?: DiscordOptions | undefined;
  github?: GitHubOptions | undefined;
  /** Months after which usage events are deleted; null: never. */
  usageRetentionMonths?: number | null;
  /** The store that usage events are read from; undefined: Postgres, where they are written. */
  clickhouse?: ClickHouseClient | undefined;
  /** A file with countries of IP addresses; undefined: the packaged one. */
  countryTable?: string | undefined;
};

/** Returns the dependencies. The caller must stop `background` and `streams`. */
export const buildBilling = (
  connections: Connections,
  {
    sandbox,
    files,
    stripe,
    vault,
    tax,
    renewals,
    operator = null,
    discord,
    github,
    usageRetentionMonths = null,
    clickhouse,
    countryTable,
  }: Setup,
): StreamingBilling => {
  const { db, log } = connections;
  const accounts = createAccounts(vault, operator);
  const processors = createProcessors(connections, { sandbox, stripe, accounts });
  const copied = clickhouse ? createClickHouseStore({ db, log, client: clickhouse }) : null;
  return {
    ...connections,
    stripe,
    vault,
    payments: createPayments({ processors, accounts, otherwise: sandbox ? 'sandbox' : 'none' }),
    purposes: {
      checkout: checkoutPayments,
      renewal: renewalPayments,
      proration: renewalPayments,
      order_retry: handPayments,
      card_setup: cardSetups,
    },
    renewals: renewals ?? RenewalOptions.parse({}),
    tax: {
      none: createNoTax,
      table: () => createTableTax(connections),
      stripe: () => createStripeTax({ ...connections, stripe, accounts }),
    }[tax](),
    countries: createCountries({ log, open: openTableAt(countryTable) }),
    streams: createStreams(connections),
    background: createBackground(log),
    files: createFiles(connections, files),
    usage: copied ?? createPostgresStore(db),
    usageCopies: copied,
    usageRetentionMonths,
    platforms: {
      discord: discord ? createDiscord(discord) : null,
      github: github ? createGitHub(github) : null,
    },
  };
};

/** The processors of payments, by the name that payments are stored with. */
const createProcessors = (
  { db, log, now }: Connections,
  { sandbox, stripe, accounts }: Pick<Setup, 'sandbox' | 'stripe'> & { accounts: Accounts },
) => {
  const findPurpose = async (clientSecret: string): Promise<Purpose | undefined> => {
    const id = await findCheckoutId(db.manager, clientSecret);
    return id === undefined ? undefined : { kind: 'checkout', id };
  };
  const none = createNoPayments();
  return {
    none,
    sandbox: sandbox ? createSandbox({ db, log, now, findPurpose }) : none,
    stripe: createStripe({ db, log, now, stripe, accounts }),
  };
};
