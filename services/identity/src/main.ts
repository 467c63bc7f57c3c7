/** Entry point of the identity service. */
import { readOptions } from '@tessera/kit/config';
import { openConnections, openMailer } from '@tessera/kit/process/connections';
import { runService } from '@tessera/kit/process/service';
import { createVault } from '@tessera/kit/secrets';
import { createIdentity, createIdentityApp, entities, startWorkers } from './app.ts';
import { IdentityEnv } from './config.ts';
import { migrations } from './migrations/all.ts';
import { IdentityOptions, PaymentOptions } from './options.ts';

await runService({
  name: 'identity',
  env: IdentityEnv,
  start: async (running) => {
    const { env, log, clock, isDevelopment, own, listen } = running;
    const options = readOptions(env.TESSERA_CONFIG, 'identity', IdentityOptions);
    const { sandbox } = readOptions(env.TESSERA_CONFIG, 'billing', PaymentOptions);
    const { db, bus, relay, app } = await openConnections(running, { entities, migrations });
    const identity = createIdentity({
      db,
      bus,
      mailer: openMailer(running),
      vault: createVault(env.ENCRYPTION_KEYS),
      redisUrl: env.REDIS_URL,
      options,
      secret: env.TESSERA_SECRET,
      publicUrl: env.PUBLIC_URL,
      isDevelopment,
      hasSandbox: sandbox ?? isDevelopment,
      passwordCost: env.PASSWORD_COST,
      now: clock.now,
      log,
    });
    own(await startWorkers(identity), (part) => part.stop());
    relay.start();
    await listen(createIdentityApp(identity, app));
  },
});
