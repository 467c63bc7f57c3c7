/** The organization service as a process. */
import { connectBus } from '@tessera/kit/bus';
import { EventsOptions, readOptions } from '@tessera/kit/config';
import { openDatabase } from '@tessera/kit/database';
import { followClock } from '@tessera/kit/dev-clock';
import { createMailer } from '@tessera/kit/mail';
import { createRelay } from '@tessera/kit/outbox';
import { createPassportReader } from '@tessera/kit/passport';
import { connectRedis } from '@tessera/kit/redis';
import { runService } from '@tessera/kit/service';
import { createOrganizationApp, entities, startParts } from './app.ts';
import { OrganizationEnv, OrganizationOptions, SharedOptions } from './config.ts';
import { migrations } from './migrations/all.ts';
import type { OrganizationParts } from './organization.ts';

await runService({
  name: 'organization',
  env: OrganizationEnv,
  start: async ({ env, log, clock, metrics, isDevelopment, own, listen }) => {
    const options = readOptions(env.TESSERA_CONFIG, 'organization', OrganizationOptions);
    const shared = readOptions(env.TESSERA_CONFIG, 'identity', SharedOptions);
    const { retentionDays } = readOptions(env.TESSERA_CONFIG, 'events', EventsOptions);
    const passports = await createPassportReader(env.PASSPORT_PUBLIC_KEY);
    const pool = env.DATABASE_POOL;
    const db = own(await openDatabase({ url: env.DATABASE_URL, pool, entities, migrations, log }), (part) =>
      part.destroy(),
    );
    const redis = own(connectRedis({ url: env.REDIS_URL, log }), (part) => part.stop());
    const bus = own(
      await connectBus({ url: env.NATS_URL, service: 'organization', log, metrics, retentionDays }),
      (part) => part.close(),
    );
    if (isDevelopment) await followClock(bus, clock);
    const mailer = own(createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM, isDevelopment, log }), (part) =>
      part.close(),
    );
    const { now } = clock;
    const maxListed = shared.advanced.database.defaultFindManyLimit;
    const areMailsLimited = shared.rateLimit.enabled ?? !isDevelopment;
    const publicUrl = env.PUBLIC_URL;
    const facts = { options, maxListed, publicUrl, areMailsLimited };
    const parts: OrganizationParts = { db, bus, redis, now, log, mailer, ...facts };
    const relay = own(createRelay({ db, bus, log, metrics }), (part) => part.stop());
    own(await startParts(parts), (part) => part.stop());
    relay.start();
    await listen(createOrganizationApp(parts, { metrics, passports, checkReplies: isDevelopment }));
  },
});
