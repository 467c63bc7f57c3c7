import { connectBus } from '@tessera/kit/bus';
import { EventsOptions, readOptions } from '@tessera/kit/config';
import { openDatabase } from '@tessera/kit/database';
import { followClock } from '@tessera/kit/dev-clock';
import { createMailer } from '@tessera/kit/mail';
import { createRelay } from '@tessera/kit/outbox';
import { createPassportReader } from '@tessera/kit/passport';
import { createVault } from '@tessera/kit/secrets';
import { runService } from '@tessera/kit/service';
import { createIdentity, createIdentityApp, entities, startIdentity } from './app.ts';
import { IdentityEnv } from './config.ts';
import { migrations } from './migrations/all.ts';
import { IdentityOptions, PaymentOptions } from './options.ts';

await runService({
  name: 'identity',
  env: IdentityEnv,
  start: async ({ env, log, clock, metrics, isDevelopment, own, listen }) => {
    const options = readOptions(env.TESSERA_CONFIG, 'identity', IdentityOptions);
    const { sandbox } = readOptions(env.TESSERA_CONFIG, 'billing', PaymentOptions);
    const { retentionDays } = readOptions(env.TESSERA_CONFIG, 'events', EventsOptions);
    const passports = await createPassportReader(env.PASSPORT_PUBLIC_KEY);
    const { DATABASE_URL: url, DATABASE_POOL: pool, TESSERA_SECRET: secret, PUBLIC_URL: publicUrl } = env;
    const db = own(await openDatabase({ url, pool, entities, migrations, log }), (db) => db.destroy());
    const bus = own(
      await connectBus({ url: env.NATS_URL, service: 'identity', log, metrics, retentionDays }),
      (bus) => bus.close(),
    );
    if (isDevelopment) await followClock(bus, clock);
    const relay = own(createRelay({ db, bus, log, metrics }), (part) => part.stop());
    const mailer = own(
      createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM, isDevelopment, log }),
      (mailer) => mailer.close(),
    );
    const redisUrl = env.REDIS_URL;
    const identity = createIdentity({
      db,
      bus,
      mailer,
      vault: createVault(env.ENCRYPTION_KEYS),
      redisUrl,
      options,
      secret,
      publicUrl,
      isDevelopment,
      isTestMode: !isDevelopment && sandbox,
      now: clock.now,
      log,
    });
    own(await startIdentity(identity), (parts) => parts.stop());
    relay.start();
    await listen(createIdentityApp(identity, { metrics, passports, checkReplies: isDevelopment }));
  },
});
