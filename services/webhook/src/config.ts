/** Webhook's environment and product options. */
import { ServiceEnv } from '@tessera/kit/config';
import { WorkerEnv } from '@tessera/kit/roles';
import { z } from 'zod';
import type { DestinationRules } from './deliveries/destination.ts';

export const WebhookEnv = ServiceEnv.extend(WorkerEnv.shape).extend({ ENCRYPTION_KEYS: z.string().min(1) });

/** The section `webhook` of the product options. */
export const WebhookOptions = z.strictObject({
  /** Plain http to any host. Loopback may always be spoken to in plain http where it may be spoken to at all. */
  allowHttp: z.boolean().default(false),
  /** Addresses of this machine. Left out: in development only. */
  allowLoopback: z.boolean().optional(),
  /** Addresses of private networks (RFC 1918, unique local, carrier-grade NAT); never link-local or metadata ones. */
  allowPrivateAddresses: z.boolean().default(false),
  /** Most endpoints of an organization: each event is kept and sent once for every one of them. */
  endpointLimit: z.int().min(1).max(1_000).default(50),
  /** Deliveries in a row, each given up after all its retries, after which an endpoint that took nothing for a day is disabled; null: never. */
  failuresUntilDisabled: z.int().min(1).max(10_000).nullable().default(10),
});

/** Where deliveries may go, by options and mode. */
export const destinationRules = (
  options: z.output<typeof WebhookOptions>,
  isDevelopment: boolean,
): DestinationRules => ({
  allowHttp: options.allowHttp,
  allowPrivateAddresses: options.allowPrivateAddresses,
  allowLoopback: options.allowLoopback ?? isDevelopment,
});
