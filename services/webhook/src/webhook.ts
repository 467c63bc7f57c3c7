/** What the verbs of this service depend on. */
import type { Bus } from '@tessera/kit/bus';
import type { Logger } from '@tessera/kit/log';
import type { Vault } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';
import type { DestinationRules } from './deliveries/destination.ts';

export type Webhook = {
  db: DataSource;
  bus: Bus;
  now: () => Date;
  log: Logger;
  /** Keeps endpoints' secrets. */
  vault: Vault;
  destinations: DestinationRules;
  /** Most endpoints of an organization. */
  endpointLimit: number;
  /** Deliveries in a row after which an endpoint that takes none is disabled; null: never. */
  maxGivenUp: number | null;
};

/** By this the worker is woken where deliveries may be due, so that it looks at once. */
export const deliveryWork = 'deliveries';
