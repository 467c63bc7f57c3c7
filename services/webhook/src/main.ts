/** The webhook service as a process. */
import { readOptions } from '@tessera/kit/config';
import { openConnections } from '@tessera/kit/connections';
import { startEventSweep } from '@tessera/kit/event-sweep';
import { startReencryption } from '@tessera/kit/reencrypt';
import { createVault } from '@tessera/kit/secrets';
import { runService } from '@tessera/kit/service';
import { createWebhookApp, entities, startConsumers } from './app.ts';
import { destinationRules, WebhookEnv, WebhookOptions } from './config.ts';
import { createSender } from './deliveries/sender.ts';
import { startSweeper } from './deliveries/sweep.ts';
import { startWorker } from './deliveries/worker.ts';
import { encryptedSecrets } from './endpoints/entity.ts';
import { migrations } from './migrations/all.ts';
import { createSignal, type Webhook } from './webhook.ts';

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
    const work = createSignal();
    const limits = { destinations, endpointLimit, maxGivenUp };
    const webhook: Webhook = { db, bus, now: clock.now, log, vault, work, ...limits };
    const sender = own(createSender({ destinations }), (part) => part.close());
    own(startWorker(webhook, sender), (part) => part.stop());
    own(startSweeper(webhook), (part) => part.stop());
    own(startEventSweep(webhook), (part) => part.stop());
    own(startReencryption({ ...webhook, ...encryptedSecrets }), (part) => part.stop());
    for (const consumer of await startConsumers(webhook)) own(consumer, (part) => part.stop());
    relay.start();
    await listen(createWebhookApp(webhook, app));
  },
});
