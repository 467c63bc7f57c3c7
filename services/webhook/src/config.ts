/** Environment variables and product options of the webhook service. */
import { ServiceEnv } from '@tessera/kit/config';
import { WorkerEnv } from '@tessera/kit/process/roles';
import { EncryptionKeys } from '@tessera/kit/secrets';
import { z } from 'zod';
import type { DestinationRules } from './deliveries/destination.ts';

export const WebhookEnv = ServiceEnv.extend(WorkerEnv.shape).extend({ ENCRYPTION_KEYS: EncryptionKeys });

/** The section `webhook` of the product options. */
export const WebhookOptions = z.strictObject({
  /** Allows plain http to any host. Where loopback addresses are allowed, plain http to them always is. */
  allowHttp: z.boolean().default(false),
  /** Allows addresses of this machine. Default: in development only. */
  allowLoopback: z.boolean().optional(),
  /** Allows private networks (RFC 1918, unique local, carrier-grade NAT), never link-local or metadata addresses. */
  allowPrivateAddresses: z.boolean().default(false),
  /** Maximum number of endpoints per organization; each event is stored and sent once per endpoint. */
  endpointLimit: z.int().min(1).max(1_000).default(50),
  /** Consecutive failed deliveries until an endpoint without a success for a day is disabled. Null: never. */
  failuresUntilDisabled: z.int().min(1).max(10_000).nullable().default(10),
});

/** The allowed destinations of deliveries, by options and mode. */
export const destinationRules = (
  options: z.output<typeof WebhookOptions>,
  isDevelopment: boolean,
): DestinationRules => ({
  allowHttp: options.allowHttp,
  allowPrivateAddresses: options.allowPrivateAddresses,
  allowLoopback: options.allowLoopback ?? isDevelopment,
});
