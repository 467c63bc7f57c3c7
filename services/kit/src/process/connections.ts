/** Opens the connections of a service with a database, in the same order everywhere. */
import type { z } from 'zod';
import { EventsOptions, type MailEnv, readOptions, type ServiceEnv } from '../config.ts';
import { type DatabaseOptions, openDatabase } from '../database/data-source.ts';
import { connectBus } from '../events/bus.ts';
import { followClock } from '../events/dev-clock.ts';
import { createRelay } from '../events/relay.ts';
import { createPassportReader } from '../http/passport.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import type { Running } from './service.ts';

type Schema = Pick<DatabaseOptions, 'entities' | 'migrations'>;

/**
 * Opens database, bus and relay of a service, and returns them with the common parts of its app. The relay publishes
 * only after `relay.start()`, so that consumers exist before the service's first event. Throws ConfigError.
 */
export const openConnections = async (running: Running<z.output<typeof ServiceEnv>>, schema: Schema) => {
  const { name, env, log, clock, metrics, isDevelopment, own } = running;
  const { retentionDays } = readOptions(env.TESSERA_CONFIG, 'events', EventsOptions);
  const passports = await createPassportReader(env.PASSPORT_PUBLIC_KEY);
  const database = { url: env.DATABASE_URL, pool: env.DATABASE_POOL, ...schema, log };
  const db = own(await openDatabase(database), (part) => part.destroy());
  const nats = { url: env.NATS_URL, service: name, log, metrics, retentionDays };
  const bus = own(await connectBus(nats), (part) => part.close());
  if (isDevelopment) await followClock(bus, clock);
  const relay = own(createRelay({ db, bus, log, metrics }), (part) => part.stop());
  return { db, bus, relay, app: { metrics, passports, checkReplies: isDevelopment } };
};

/** Creates the mailer of a service. */
export const openMailer = (running: Running<z.output<typeof MailEnv>>): Mailer => {
  const { env, log, isDevelopment, own } = running;
  const mail = { url: env.SMTP_URL, from: env.MAIL_FROM, isDevelopment, log };
  return own(createMailer(mail), (part) => part.close());
};
