/** Entry point of the organization service. */
import { readOptions } from '@tessera/kit/config';
import { openConnections, openMailer } from '@tessera/kit/process/connections';
import { runService } from '@tessera/kit/process/service';
import { connectRedis } from '@tessera/kit/redis';
import { createVault } from '@tessera/kit/secrets';
import { createOrganizationApp, entities, startWorkers } from './app.ts';
import { OrganizationEnv, OrganizationOptions, SharedOptions } from './config.ts';
import { migrations } from './migrations/all.ts';
import type { OrganizationParts } from './organization.ts';

await runService({
  name: 'organization',
  env: OrganizationEnv,
  start: async (running) => {
    const { env, log, clock, isDevelopment, own, listen } = running;
    const options = readOptions(env.TESSERA_CONFIG, 'organization', OrganizationOptions);
    const shared = readOptions(env.TESSERA_CONFIG, 'identity', SharedOptions);
    const { db, bus, relay, app } = await openConnections(running, { entities, migrations });
    const parts: OrganizationParts = {
      db,
      bus,
      redis: own(connectRedis({ url: env.REDIS_URL, log }), (part) => part.stop()),
      mailer: openMailer(running),
      vault: createVault(env.ENCRYPTION_KEYS),
      options,
      appName: shared.appName,
      maxListed: shared.advanced.database.defaultFindManyLimit,
      areMailsLimited: shared.rateLimit.enabled ?? !isDevelopment,
      publicUrl: env.PUBLIC_URL,
      now: clock.now,
      log,
    };
    own(await startWorkers(parts), (part) => part.stop());
    relay.start();
    await listen(createOrganizationApp(parts, app));
  },
});
