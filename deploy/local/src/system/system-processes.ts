import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allocator } from '../servers/allocator.ts';
import { cacheFolder } from '../servers/cache.ts';
import { databaseUrl } from '../servers/databases.ts';
import type { Secrets } from './secrets.ts';

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The services; each has a database of the same name. */
export const services = ['identity', 'organization', 'billing', 'webhook'] as const;
export type ServiceName = (typeof services)[number];
export type ProcessName = ServiceName | 'gateway' | 'inbox';

export type Mode = 'development' | 'production';

/** Everything that determines the environment of the processes. */
export type SystemEnvironment = {
  mode: Mode;
  publicUrl: string;
  ports: Record<ProcessName, number>;
  /** The port of the inbox's SMTP server. */
  smtpPort: number;
  mail: { url: string; from: string };
  servers: { postgres: string; redis: string; nats: string };
  secrets: Secrets;
  config: string | undefined;
  webRoot: string | undefined;
  inboxFile: string;
  /** The folder where billing stores files. */
  filesFolder: string;
  /** Billing's Stripe account, as set by the operator. */
  stripe: NodeJS.ProcessEnv;
  isWatched: boolean;
  /** Added to the environment of every process; overrides everything else. */
  extra: NodeJS.ProcessEnv;
};

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

const shared = (around: SystemEnvironment): NodeJS.ProcessEnv => ({
  TESSERA_MODE: around.mode,
  PUBLIC_URL: around.publicUrl,
  REDIS_URL: around.servers.redis,
  NATS_URL: around.servers.nats,
  PASSPORT_PUBLIC_KEY: around.secrets.PASSPORT_PUBLIC_KEY,
  ...(around.config === undefined ? {} : { TESSERA_CONFIG: around.config }),
});

const forService = (name: ServiceName, around: SystemEnvironment): NodeJS.ProcessEnv => ({
  ...shared(around),
  DATABASE_URL: databaseUrl(around.servers.postgres, name),
  SMTP_URL: around.mail.url,
  MAIL_FROM: around.mail.from,
  ENCRYPTION_KEYS: around.secrets.ENCRYPTION_KEYS,
  // There is one process of each service: whatever the environment says, no work may be left to workers.
  WORKER_MODE: 'shared',
  ...(name === 'billing' ? { FILES_FOLDER: around.filesFolder, ...around.stripe } : {}),
  ...(name === 'identity' ? { TESSERA_SECRET: around.secrets.TESSERA_SECRET } : {}),
});

const forGateway = (around: SystemEnvironment): NodeJS.ProcessEnv => ({
  ...shared(around),
  TESSERA_SECRET: around.secrets.TESSERA_SECRET,
  PASSPORT_PRIVATE_KEY: around.secrets.PASSPORT_PRIVATE_KEY,
  ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, urlOf(around.ports[name])])),
  ...(around.webRoot === undefined ? {} : { WEB_ROOT: around.webRoot }),
  ...(around.mode === 'development' ? { INBOX_URL: urlOf(around.ports.inbox) } : {}),
});

const forInbox = (around: SystemEnvironment): NodeJS.ProcessEnv => ({
  SMTP_PORT: `${around.smtpPort}`,
  INBOX_FILE: around.inboxFile,
});

const ownEnvironment = (name: ProcessName, around: SystemEnvironment): NodeJS.ProcessEnv => {
  if (name === 'gateway') return forGateway(around);
  if (name === 'inbox') return forInbox(around);
  return forService(name, around);
};

/** Caches compiled sources, so that their types are not stripped again at every start. */
export const compileCache = (): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
});

/** The program of a process. */
export const entryOf = (name: ProcessName): string => {
  if (name === 'gateway') return join(root, 'gateway/src/main.ts');
  if (name === 'inbox') return join(root, 'deploy/local/src/inbox/inbox.ts');
  return join(root, 'services', name, 'src/main.ts');
};

/** How a process is started: its program, its environment and its URL. */
export const describeProcess = (name: ProcessName, around: SystemEnvironment, program = entryOf(name)) => ({
  name,
  url: urlOf(around.ports[name]),
  cwd: root,
  command: [process.execPath, ...(around.isWatched ? ['--watch', '--watch-preserve-output'] : []), program],
  env: {
    ...process.env,
    ...compileCache(),
    ...allocator(),
    PORT: `${around.ports[name]}`,
    // Only the gateway may listen on other addresses than loopback.
    HOST: (name === 'gateway' && process.env['HOST']) || '127.0.0.1',
    ...ownEnvironment(name, around),
    ...around.extra,
  },
});
