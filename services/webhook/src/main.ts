/** Entry point of the webhook service. */
import { readOptions } from '@tessera/kit/config';
import { startReencryption } from '@tessera/kit/database/reencrypt';
import { startEventSweep } from '@tessera/kit/events/sweep';
import { openConnections } from '@tessera/kit/process/connections';
import { takeRoles } from '@tessera/kit/process/roles';
import { runService } from '@tessera/kit/process/service';
import { createVault } from '@tessera/kit/secrets';
import { createWebhookApp, createWorkerApp, entities, startConsumers } from './app.ts';
import { destinationRules, WebhookEnv, WebhookOptions } from './config.ts';
import { createSender } from './deliveries/sender.ts';
import { startSweeper } from './deliveries/sweep.ts';
import { startWorker } from './deliveries/worker.ts';
import { encryptedSecrets } from './endpoints/entity.ts';
import { migrations } from './migrations/all.ts';
import type { Webhook } from './webhook.ts';

await runService({
  name: 'webhook',
  env: WebhookEnv,
  start: async (running) => {
    const { env, log, clock, isDevelopment, own, listen } = running;
    const options = readOptions(env.TESSERA_CONFIG, 'webhook', WebhookOptions);
    const { endpointLimit, failuresUntilDisabled: maxGivenUp } = options;
    const destinations = destinationRules(options, isDevelopment);
    const { db, bus, relay, app } = await openConnections(running, { entities, migrations });
    const vault = createVault(env.ENCRYPTION_KEYS);
    const limits = { destinations, endpointLimit, maxGivenUp };
    const webhook: Webhook = { db, bus, now: clock.now, log, vault, ...limits };
    const roles = await takeRoles(env, { ...running, db, bus });
    if (roles.works) {
      const sender = own(createSender({ destinations }), (part) => part.close());
      own(startWorker(webhook, sender), (part) => part.stop());
      own(startSweeper(webhook), (part) => part.stop());
      own(startEventSweep(webhook), (part) => part.stop());
      own(startReencryption({ ...webhook, ...encryptedSecrets }), (part) => part.stop());
      for (const consumer of await startConsumers(webhook)) own(consumer, (part) => part.stop());
      relay.start();
    }
    await listen(roles.serves ? createWebhookApp(webhook, app) : createWorkerApp(webhook, app));
  },
});
