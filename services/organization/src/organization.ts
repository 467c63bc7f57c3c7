/** The dependencies of the service's verbs. Built by `main.ts`, and by tests. */
import type { Bus } from '@tessera/kit/events/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail/mailer';
import type { Redis } from '@tessera/kit/redis';
import type { Vault } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';
import type { OrganizationOptions } from './config.ts';

export type OrganizationParts = {
  db: DataSource;
  bus: Bus;
  /** Caches the access token records that gateways read. */
  redis: Redis;
  /** Encrypts secrets of OAuth clients and the signing key of ID tokens. */
  vault: Vault;
  now: () => Date;
  log: Logger;
  options: OrganizationOptions;
  /** Maximum rows of lists without pagination. */
  maxListed: number;
  mailer: Mailer;
  /** The product's name in mails. */
  appName: string;
  /** Whether mails per address are limited. */
  areMailsLimited: boolean;
  /** The public URL of the product, without a trailing slash. */
  publicUrl: string;
};
