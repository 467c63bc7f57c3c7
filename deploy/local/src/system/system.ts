import { accessSync, constants, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ManagedProcess, manageProcess } from '../processes/managed-process.ts';
import { endLeftovers, noteChildren } from '../processes/orphans.ts';
import { freePort } from '../processes/ports.ts';
import { createLogFile, type Printer, readableLine } from '../processes/readable-log.ts';
import { createDatabases } from '../servers/databases.ts';
import { type Servers, startServers } from '../servers/servers.ts';
import { compileSources } from './compile.ts';
import { checkConfiguration } from './configuration.ts';
import { claimFolder, makeFolder } from './folder.ts';
import { keepSecrets } from './secrets.ts';
import {
  describeProcess,
  type Mode,
  type ProcessName,
  type SystemEnvironment,
  services,
} from './system-processes.ts';
import { buildWeb } from './web-build.ts';

export type SystemOptions = {
  /** Everything persistent: server data, secrets, mails, logs. */
  dataDir: string;
  /** Port of the gateway; absent: a free one. */
  port?: number;
  /** Product options: a JSON file, or the object itself. */
  config?: string | object;
  mode?: Mode;
  /** SMTP URL and sender address; absent: the inbox. */
  mail?: { url: string; from: string };
  /** Added to the environment of every process. */
  env?: NodeJS.ProcessEnv;
  /** Whether data must survive a power failure; false in tests. */
  isDurable?: boolean;
  /** Whether the web application is built (when its sources changed) and served. */
  isWebServed?: boolean;
  /** Whether the processes restart when their sources change. */
  isWatched?: boolean;
  /** The public URL of the system; default: the gateway's. */
  publicUrl?: string;
  /** The source of URLs of servers that run already; absent: none are used. */
  environment?: NodeJS.ProcessEnv;
  /** Replacements of the real programs, for tests of the system itself. */
  programs?: Partial<Record<ProcessName, string>>;
  print?: Printer;
  /** Aborting it while the system starts stops what was started. */
  signal?: AbortSignal;
};

/** A running system. Processes are restarted when they die, unless they were stopped or killed by name. */
export type System = {
  url: string;
  inboxUrl: string;
  urls: Record<ProcessName | 'postgres' | 'redis' | 'nats', string>;
  processes: Record<ProcessName, ManagedProcess>;
  servers: Servers;
  /** Starts one more process of a service that calls `peers` instead of the first ones; resolves when it is ready. */
  replicate(name: ProcessName, peers?: Partial<Record<ProcessName, ManagedProcess>>): Promise<ManagedProcess>;
  /** Stops everything, in reverse order of starting. */
  stop(): Promise<void>;
};

type Stop = () => Promise<unknown>;
const names: ProcessName[] = ['inbox', ...services, 'gateway'];

const configFile = (dataDir: string, config: string | object | undefined): string | undefined => {
  if (typeof config !== 'object') return config;
  const file = join(dataDir, 'config.json');
  // May contain secrets of identity providers.
  writeFileSync(`${file}.new`, JSON.stringify(config), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
};

const choosePorts = async (gatewayPort: number | undefined): Promise<Record<ProcessName, number>> => {
  const free = new Set<number>();
  while (free.size < names.length) free.add(await freePort());
  const ports = Object.fromEntries(names.map((name, index) => [name, [...free][index] ?? 0]));
  return { ...(ports as Record<ProcessName, number>), ...(gatewayPort ? { gateway: gatewayPort } : {}) };
};

/** Placeholders for servers that are not started yet. */
const expectedServers = (environment: NodeJS.ProcessEnv = {}): SystemEnvironment['servers'] => ({
  postgres: environment['DATABASE_URL'] ?? 'postgres://127.0.0.1/postgres',
  redis: environment['REDIS_URL'] ?? 'redis://127.0.0.1',
  nats: environment['NATS_URL'] ?? 'nats://127.0.0.1',
});

/** The variables for billing only. */
const stripeOf = (environment: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('STRIPE_')));

/** Everything that is known before the servers are up. */
const survey = async (options: SystemOptions): Promise<SystemEnvironment> => {
  const ports = await choosePorts(options.port);
  const smtpPort = await freePort();
  return {
    mode: options.mode ?? 'development',
    publicUrl: options.publicUrl ?? `http://localhost:${ports.gateway}`,
    ports,
    smtpPort,
    mail: options.mail ?? {
      url: `smtp://127.0.0.1:${smtpPort}`,
      from: 'Tessera <hello@tessera.localhost>',
    },
    servers: expectedServers(options.environment),
    secrets: keepSecrets(options.dataDir),
    config: configFile(options.dataDir, options.config),
    webRoot: undefined,
    inboxFile: join(options.dataDir, 'inbox.jsonl'),
    filesFolder: join(options.dataDir, 'files'),
    stripe: stripeOf(options.environment),
    isWatched: options.isWatched ?? false,
    extra: options.env ?? {},
  };
};

/** Returns a function that creates a process; `label` names its log. */
const createMaker = (options: SystemOptions, stops: Stop[]) => {
  const print: Printer = options.print ?? (() => undefined);
  const made: ManagedProcess[] = [];
  const note = () =>
    noteChildren(
      options.dataDir,
      made.map(({ pid }) => pid),
    );
  return (name: ProcessName, around: SystemEnvironment, label: string = name): ManagedProcess => {
    const file = createLogFile(join(options.dataDir, 'logs'), label);
    stops.push(() => Promise.resolve(file.end()));
    const process = manageProcess({
      ...describeProcess(name, around, options.programs?.[name]),
      say: (line) => print(name, line),
      onSpawn: note,
      onLine: (line) => {
        file.write(line);
        const readable = readableLine(line);
        if (readable !== undefined) print(name, readable);
      },
    });
    made.push(process);
    return process;
  };
};

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error);
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Starts the inbox first, then the services concurrently, and the gateway when they are ready. */
const startProcesses = async (
  processes: Record<ProcessName, ManagedProcess>,
  stops: Stop[],
): Promise<void> => {
  stops.push(() => processes.inbox.stop());
  await processes.inbox.start();
  stops.push(() => Promise.all(services.map((name) => processes[name].stop())));
  await Promise.all(services.map((name) => processes[name].start()));
  stops.push(() => processes.gateway.stop());
  await processes.gateway.start();
};

/** Throws before anything is started when the data folder cannot be created or written. */
const takeFolder = (dataDir: string): void => {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(`${dataDir} cannot hold the data: ${(error as Error).message}`, { cause: error });
  }
};

/** An empty variable counts as absent, as it does in the processes. */
const withoutEmpty = (environment: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

const stopAll = async (stops: Stop[]): Promise<void> => {
  for (const stop of stops.splice(0).reverse()) await stop();
};

const raise = async (options: SystemOptions, stops: Stop[]): Promise<System> => {
  const { dataDir, signal } = options;
  const stopping = aborted(signal);
  stopping.catch(() => undefined);
  const plan = await survey(options);
  await checkConfiguration(names, plan);
  signal?.throwIfAborted();
  const compiled = plan.isWatched ? undefined : compileSources(names);
  compiled?.catch(() => undefined);
  const servers = await startServers({
    dir: dataDir,
    durable: options.isDurable ?? false,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    log: (line) => options.print?.('servers', line),
  });
  stops.push(() => servers.stop());
  signal?.throwIfAborted();
  await createDatabases(servers.postgres.url, services);
  const around: SystemEnvironment = {
    ...plan,
    servers: { postgres: servers.postgres.url, redis: servers.redis.url, nats: servers.nats.url },
    webRoot: options.isWebServed === false ? undefined : await buildWeb(options),
  };
  await compiled;
  signal?.throwIfAborted();
  const make = createMaker(options, stops);
  const entries = names.map((name) => [name, make(name, around)]);
  const processes = Object.fromEntries(entries) as Record<ProcessName, ManagedProcess>;
  let replicas = 0;
  await Promise.race([startProcesses(processes, stops), stopping]);
  const addresses = names.map((name) => [name, processes[name].url]);
  return {
    url: processes.gateway.url,
    inboxUrl: processes.inbox.url,
    urls: { ...around.servers, ...(Object.fromEntries(addresses) as Record<ProcessName, string>) },
    processes,
    servers,
    replicate: async (name, peers = {}) => {
      replicas += 1;
      const theirs = Object.entries(peers).map(([peer, { url }]) => [peer, Number(new URL(url).port)]);
      const ports = { ...around.ports, ...Object.fromEntries(theirs), [name]: await freePort() };
      const replica = make(name, { ...around, ports }, `${name}-${replicas}`);
      stops.push(() => replica.stop());
      await replica.start();
      return replica;
    },
    stop: () => stopAll(stops),
  };
};

/**
 * Starts a whole system: servers, inbox, services, gateway. A start that fails or is aborted stops what is already
 * running and throws.
 */
export const startSystem = async (options: SystemOptions): Promise<System> => {
  takeFolder(options.dataDir);
  await endLeftovers(options.dataDir);
  const { release } = await claimFolder(options.dataDir);
  const stops: Stop[] = [release];
  try {
    return await raise({ ...options, environment: withoutEmpty(options.environment) }, stops);
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
};
