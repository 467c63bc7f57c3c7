/** Entry point of the billing service. */
import { readOptions } from '@tessera/kit/config';
import { startReencryption } from '@tessera/kit/database/reencrypt';
import { openConnections, openMailer } from '@tessera/kit/process/connections';
import { takeRoles } from '@tessera/kit/process/roles';
import { runService } from '@tessera/kit/process/service';
import { createVault } from '@tessera/kit/secrets';
import { createBillingApp, createWorkerApp } from './app.ts';
import { BillingEnv, BillingOptions, paymentsBy, SharedOptions } from './config.ts';
import { entities } from './entities.ts';
import { encryptedSigningKeys } from './entitlements/license-keys/signed.ts';
import { rebaseFiles } from './files/entity.ts';
import { findFilePlace } from './files/place.ts';
import { migrations } from './migrations/all.ts';
import { buildBilling } from './parts.ts';
import { encryptedKeys } from './payments/accounts/entity.ts';
import { createClient } from './payments/stripe/client.ts';
import { findOperatorAccount } from './payments/stripe/operator.ts';
import { findClickHouse } from './usage/clickhouse/connect.ts';
import { startWorkers } from './workers.ts';

await runService({
  name: 'billing',
  env: BillingEnv,
  start: async (running) => {
    const { env, log, clock, isDevelopment, own, listen } = running;
    const { storage, discord, github, tax, renewals, usage, ...options } = readOptions(
      env.TESSERA_CONFIG,
      'billing',
      BillingOptions,
    );
    const payments = paymentsBy(options, isDevelopment);
    if (payments === 'none') log.warn('no payments are taken: set the option billing.sandbox for test cards');
    if (payments === 'test') log.warn('test mode: payments go to the sandbox, no money moves');
    const shared = readOptions(env.TESSERA_CONFIG, 'identity', SharedOptions);
    // Before the database is opened: a start with wrong settings must not have migrated it.
    const files = own(await findFilePlace(env, storage, log), (place) => place?.close?.());
    const clickhouse = own(await findClickHouse(env, usage), (client) => client?.close());
    const vault = createVault(env.ENCRYPTION_KEYS);
    const stripe = createClient({ apiUrl: env.STRIPE_API_URL });
    const operator = await findOperatorAccount(stripe, env);
    const { db, bus, relay, app } = await openConnections(running, { entities, migrations });
    const roles = await takeRoles(env, { ...running, db, bus });
    const mailer = openMailer(running);
    const areMailsLimited = shared.rateLimit.enabled ?? !isDevelopment;
    const connections = { db, bus, now: clock.now, log, publicUrl: env.PUBLIC_URL, mailer, areMailsLimited };
    const sandbox = payments !== 'none';
    const billing = buildBilling(connections, {
      sandbox,
      files,
      stripe,
      vault,
      operator,
      tax,
      renewals,
      discord,
      github,
      clickhouse,
      countryTable: shared.advanced.ipAddress.countries,
      usageRetentionMonths: usage.retentionMonths,
    });
    if (roles.works)
      for (const encrypted of [encryptedKeys, encryptedSigningKeys])
        own(startReencryption({ db, log, vault, ...encrypted }), (part) => part.stop());
    await rebaseFiles(db.manager, billing.files.mediaUrl);
    own(billing.background, (part) => part.stop());
    for (const worker of await startWorkers(billing, roles)) own(worker, (part) => part.stop());
    if (roles.works) relay.start();
    await listen(roles.serves ? createBillingApp(billing, app) : createWorkerApp(billing, app));
    // Started last and stopped first: open streams would delay the server's shutdown.
    own(billing.streams, (part) => part.stop());
  },
});
