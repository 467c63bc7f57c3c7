/** Finds configuration that the processes would refuse at start, without starting them. */
import { ConfigError, EventsOptions, readEnv, readOptions } from '@tessera/kit/config';
import { GatewayEnv, readSettings } from '../../gateway/src/config.ts';
import { BillingEnv, BillingOptions } from '../../services/billing/src/config.ts';
import { IdentityEnv } from '../../services/identity/src/config.ts';
import { IdentityOptions } from '../../services/identity/src/options.ts';
import { OrganizationEnv, OrganizationOptions } from '../../services/organization/src/config.ts';
import { WebhookEnv, WebhookOptions } from '../../services/webhook/src/config.ts';

type Environment = NodeJS.ProcessEnv;
export type Environments = Readonly<Record<string, Environment>>;

/** Reads what each process reads first; throws `ConfigError` for missing or invalid values. */
const readers: Record<string, (environment: Environment) => unknown> = {
  identity: (env) => readOptions(readEnv(IdentityEnv, env).TESSERA_CONFIG, 'identity', IdentityOptions),
  organization: (env) =>
    readOptions(readEnv(OrganizationEnv, env).TESSERA_CONFIG, 'organization', OrganizationOptions),
  billing: (env) => readOptions(readEnv(BillingEnv, env).TESSERA_CONFIG, 'billing', BillingOptions),
  webhook: (env) => readOptions(readEnv(WebhookEnv, env).TESSERA_CONFIG, 'webhook', WebhookOptions),
  gateway: (env) => readSettings(readEnv(GatewayEnv, env)),
};

/** Returns the faults of all environments and of the options files they name: one line each, without duplicates. */
export const findFaults = (environments: Environments): string[] => {
  const faults = Object.entries(environments).flatMap(([name, environment]) => {
    try {
      readers[name]?.(environment);
      readOptions(environment['TESSERA_CONFIG'] || undefined, 'events', EventsOptions);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.message.split('\n');
    }
  });
  return [...new Set(faults)];
};
