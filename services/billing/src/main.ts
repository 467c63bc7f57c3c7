import { connectBus } from '@tessera/kit/bus';
import { EventsOptions, readOptions } from '@tessera/kit/config';
import { openDatabase } from '@tessera/kit/database';
import { followClock } from '@tessera/kit/dev-clock';
import { createMailer } from '@tessera/kit/mail';
import { createRelay } from '@tessera/kit/outbox';
import { createPassportReader } from '@tessera/kit/passport';
import { runService } from '@tessera/kit/service';
import { createBillingApp } from './app.ts';
import { BillingEnv, BillingOptions, paymentsBy, SharedOptions } from './config.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/all.ts';
import { buildBilling } from './parts.ts';
import { startWorkers } from './workers.ts';

await runService({
  name: 'billing',
  env: BillingEnv,
  start: async ({ env, log, clock, metrics, isDevelopment, own, listen }) => {
    const payments = paymentsBy(readOptions(env.TESSERA_CONFIG, 'billing', BillingOptions), isDevelopment);
    if (payments === 'none') log.warn('no payments are taken: set the option billing.sandbox for test cards');
    if (payments === 'test') log.warn('test mode: payments go to the sandbox, no money moves');
    const shared = readOptions(env.TESSERA_CONFIG, 'identity', SharedOptions);
    const { retentionDays } = readOptions(env.TESSERA_CONFIG, 'events', EventsOptions);
    const passports = await createPassportReader(env.PASSPORT_PUBLIC_KEY);
    const database = { url: env.DATABASE_URL, pool: env.DATABASE_POOL, entities, migrations, log };
    const db = own(await openDatabase(database), (db) => db.destroy());
    const bus = own(
      await connectBus({ url: env.NATS_URL, service: 'billing', log, metrics, retentionDays }),
      (bus) => bus.close(),
    );
    if (isDevelopment) await followClock(bus, clock);
    const relay = own(createRelay({ db, bus, log, metrics }), (part) => part.stop());
    const mail = { url: env.SMTP_URL, from: env.MAIL_FROM, isDevelopment, log };
    const mailer = own(createMailer(mail), (mailer) => mailer.close());
    const areMailsLimited = shared.rateLimit.enabled ?? !isDevelopment;
    const publicUrl = env.PUBLIC_URL;
    const connections = { db, bus, now: clock.now, log, publicUrl, mailer, areMailsLimited };
    const billing = buildBilling(connections, { sandbox: payments !== 'none' });
    own(billing.background, (background) => background.stop());
    for (const worker of await startWorkers(billing)) own(worker, ({ stop }) => stop());
    relay.start();
    await listen(createBillingApp(billing, { metrics, passports, checkReplies: isDevelopment }));
    // Last to start, first to stop: pages that listen would hold up the server's end.
    own(billing.streams, (streams) => streams.stop());
  },
});
