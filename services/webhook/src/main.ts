import { connectBus } from '@tessera/kit/bus';
import { EventsOptions, readOptions } from '@tessera/kit/config';
import { openDatabase } from '@tessera/kit/database';
import { followClock } from '@tessera/kit/dev-clock';
import { startEventSweep } from '@tessera/kit/event-sweep';
import { createRelay } from '@tessera/kit/outbox';
import { createPassportReader } from '@tessera/kit/passport';
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
import { createBell, type Webhook } from './webhook.ts';

await runService({
  name: 'webhook',
  env: WebhookEnv,
  start: async ({ env, log, clock, metrics, isDevelopment, own, listen }) => {
    const options = readOptions(env.TESSERA_CONFIG, 'webhook', WebhookOptions);
    const destinations = destinationRules(options, isDevelopment);
    const { retentionDays } = readOptions(env.TESSERA_CONFIG, 'events', EventsOptions);
    const passports = await createPassportReader(env.PASSPORT_PUBLIC_KEY);
    const vault = createVault(env.ENCRYPTION_KEYS);
    const database = { url: env.DATABASE_URL, pool: env.DATABASE_POOL, entities, migrations, log };
    const db = own(await openDatabase(database), (part) => part.destroy());
    const nats = { url: env.NATS_URL, service: 'webhook', log, metrics, retentionDays };
    const bus = own(await connectBus(nats), (part) => part.close());
    if (isDevelopment) await followClock(bus, clock);
    const { endpointLimit } = options;
    const work = createBell();
    const webhook: Webhook = { db, bus, now: clock.now, log, vault, destinations, endpointLimit, work };
    const relay = own(createRelay({ db, bus, log, metrics }), (part) => part.stop());
    const sender = own(createSender({ destinations }), (part) => part.close());
    own(startWorker(webhook, sender), (part) => part.stop());
    own(startSweeper(webhook), (part) => part.stop());
    own(startEventSweep(webhook), (part) => part.stop());
    own(startReencryption({ ...webhook, ...encryptedSecrets }), (part) => part.stop());
    for (const consumer of await startConsumers(webhook)) own(consumer, (part) => part.stop());
    relay.start();
    await listen(createWebhookApp(webhook, { metrics, passports, checkReplies: isDevelopment }));
  },
});
