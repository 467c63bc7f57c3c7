/** Infrastructure for a service's tests: a cloned database, a private bus and Redis, a fixed clock, passports. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { startNats, startRedis } from '@tessera/local/servers/servers';
import { makeTestFolder } from '@tessera/local/testing/test-folder';
import type { PassportClaims } from '@tessera/proto/api/passport';
import type { Express } from 'express';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { type Migration, migrate, openDatabase } from '../src/database/data-source.ts';
import { type Bus, connectBus } from '../src/events/bus.ts';
import { createPassportIssuer, createPassportReader, type PassportReader } from '../src/http/passport.ts';
import { createMetrics, type Metrics } from '../src/observability/metrics.ts';
import { closeServer } from '../src/process/drain.ts';
import { type WatchedEvents, watchEvents } from './events.ts';
import { listen } from './listen.ts';
import { type CapturedLog, captureLog } from './log.ts';

export type StackOptions = { service: string; entities: unknown[]; migrations: Migration[]; redis?: boolean };

export type Stack = {
  db: DataSource;
  databaseUrl: string;
  bus: Bus;
  natsUrl: string;
  /** Empty without the option `redis: true`. */
  redisUrl: string;
  clock: TestClock;
  log: CapturedLog;
  metrics: Metrics;
  passports: PassportReader;
  passportPublicKey: string;
  /** Signs a passport for these claims, to send in the header `x-tessera-passport`. */
  passport: (claims: PassportClaims) => Promise<string>;
  events: WatchedEvents;
  /** Serves an app on a free local port and returns its base URL. */
  serve: (app: Express) => Promise<string>;
  /** Registers a part to stop before the stack, in reverse order. Returns the part. */
  own: <Part extends { stop: () => unknown }>(part: Part) => Part;
  stop: () => Promise<void>;
};

export type TestClock = {
  now: () => Date;
  set: (time: string | Date) => void;
  advance: (seconds: number) => void;
};

/** A clock that stands still until it is moved. */
export const createTestClock = (start = '2026-01-15T12:00:00.000Z'): TestClock => {
  let time = new Date(start);
  return {
    now: () => new Date(time),
    set: (to) => {
      time = new Date(to);
    },
    advance: (seconds) => {
      time = new Date(time.getTime() + seconds * 1000);
    },
  };
};

/** Starts everything; call it in `beforeAll` and `stop` in `afterAll`. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const dir = makeTestFolder('tessera-stack-');
  const [database, nats, redis] = await Promise.all([
    cloneDatabase(options),
    startNats({ dir: join(dir, 'nats') }),
    options.redis ? startRedis({ dir: join(dir, 'redis') }) : null,
  ]);
  const log = captureLog();
  const metrics = createMetrics(options.service);
  const db = await openDatabase({
    url: database.url,
    pool: 8,
    entities: options.entities,
    migrations: [],
    log: log.logger,
  });
  const bus = await connectBus({ url: nats.url, service: options.service, log: log.logger, metrics });
  const events = await watchEvents(nats.url);
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const passportPublicKey = JSON.stringify(await exportJWK(publicKey));
  const parts: { stop: () => unknown }[] = [];
  const servers: HttpServer[] = [];
  return {
    db,
    databaseUrl: database.url,
    bus,
    natsUrl: nats.url,
    redisUrl: redis?.url ?? '',
    clock: createTestClock(),
    log,
    metrics,
    passports: await createPassportReader(passportPublicKey),
    passportPublicKey,
    passport: await createPassportIssuer(JSON.stringify(await exportJWK(privateKey))),
    events,
    serve: async (app) => {
      const server = createServer(app);
      servers.push(server);
      return listen(server);
    },
    own: (part) => {
      parts.push(part);
      return part;
    },
    stop: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map(closeServer));
      for (const part of parts.reverse()) await part.stop();
      await events.stop();
      await bus.close();
      await db.destroy();
      await database.drop();
      await Promise.all([nats.kill(), redis?.kill()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
};

const adminUrl = (): string => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url)
    throw new Error(
      'TEST_POSTGRES_URL is not set: run the tests with the jest configuration of deploy/local',
    );
  return url;
};

const databaseUrl = (name: string): string => {
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return url.href;
};

/** Databases copied in advance, by template, since copying one takes half a second. */
const spares = new Map<string, Promise<string>>();

/** Creates a database for this test file, a copy of the service's migrated template. */
const cloneDatabase = async ({ service, migrations }: StackOptions) => {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12);
  const template = `template_${service}_${hash}`;
  const copy = () => copyTemplate(template, service, migrations);
  const name = await (spares.get(template)?.catch(copy) ?? copy());
  const spare = copy();
  spare.catch(() => undefined);
  spares.set(template, spare);
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
};

/** Copies the template; the first caller creates it, under a lock. Returns the copy's name. */
const copyTemplate = async (template: string, service: string, migrations: Migration[]): Promise<string> => {
  const name = `test_${service}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const admin = new pg.Client({ connectionString: databaseUrl('postgres') });
  // An unused copy may still be in progress when the server stops.
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (!rowCount) await makeTemplate(admin, template, migrations);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  } finally {
    await admin.end();
  }
  return name;
};

const makeTemplate = async (admin: pg.Client, template: string, migrations: Migration[]): Promise<void> => {
  const { DataSource } = await import('typeorm');
  await admin.query(`CREATE DATABASE ${template}_making`);
  const db = await new DataSource({ type: 'postgres', url: databaseUrl(`${template}_making`) }).initialize();
  await migrate(db, migrations);
  await db.destroy();
  // Renamed only when complete, so that an interrupted run leaves no incomplete template under the name.
  await admin.query(`ALTER DATABASE ${template}_making RENAME TO ${template}`);
};

const dropDatabase = async (name: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
};
