/** The dependencies of this service's functions. */
import type { Bus } from '@tessera/kit/events/bus';
import type { Logger } from '@tessera/kit/log';
import type { Vault } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';
import type { DestinationRules } from './deliveries/destination.ts';

export type Webhook = {
  db: DataSource;
  bus: Bus;
  now: () => Date;
  log: Logger;
  /** Encrypts endpoints' secrets. */
  vault: Vault;
  destinations: DestinationRules;
  /** Maximum number of endpoints per organization. */
  endpointLimit: number;
  /** Consecutive failed deliveries until an endpoint is disabled; null: never. */
  maxGivenUp: number | null;
};

/** The name by which `wakeWork` wakes the worker when deliveries may be due. */
export const deliveryWork = 'deliveries';
