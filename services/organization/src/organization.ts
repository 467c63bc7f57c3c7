/** What the verbs of this service stand on. `main.ts` builds it; tests build another. */
import type { Bus } from '@tessera/kit/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail';
import type { Redis } from '@tessera/kit/redis';
import type { Vault } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';
import type { OrganizationOptions } from './config.ts';

export type OrganizationParts = {
  db: DataSource;
  bus: Bus;
  /** Holds records of access tokens that gateways read. */
  redis: Redis;
  /** Seals secrets of OAuth clients and the key that signs ID tokens. */
  vault: Vault;
  now: () => Date;
  log: Logger;
  options: OrganizationOptions;
  /** Most rows of a list that nobody asked for by pages. */
  maxListed: number;
  mailer: Mailer;
  /** Whether mails to one address are counted. */
  areMailsLimited: boolean;
  /** Where the product is reached, without a slash at the end. */
  publicUrl: string;
};
