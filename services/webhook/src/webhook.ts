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
  work: Signal;
};

/** Rung when deliveries may be due, so that a worker in this process looks at once. */
export type Signal = { ring: () => void; hear: (listener: () => void) => void };

export const createBell = (): Signal => {
  const listeners: (() => void)[] = [];
  return {
    ring: () => {
      for (const listener of listeners) listener();
    },
    hear: (listener) => void listeners.push(listener),
  };
};
