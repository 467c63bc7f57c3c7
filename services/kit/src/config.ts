/** Configuration: the only module that reads the environment. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Thrown when the configuration is invalid; the message names the key. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A server address. Values that the client library would reject later are rejected here, by variable name. */
const address = (isAddress: (text: string) => boolean, message: string) =>
  z.string().refine(isAddress, message);

/** An address of an HTTP server. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

/** Client libraries decode user and password, and would throw an error without the variable's name. */
const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
};

const hasHost = (text: string): boolean => {
  const { hostname = '', username = '', password = '' } = URL.parse(text) ?? {};
  return hostname !== '' && isDecodable(`${username}:${password}`);
};

const inPasswords = 'in a password / is written %2F and % is written %25';

export const RedisUrl = address(
  (text) => /^rediss?:\/\//.test(text) && hasHost(text),
  `must be a redis:// address; ${inPasswords}`,
);

const natsServer = /^(?:(?:nats|tls):\/\/)?([^/]+)\/?$/;

/** One or more servers, comma separated; the scheme is optional. */
export const NatsUrl = address(
  (text) => text.split(',').every((server) => hasHost(`http://${natsServer.exec(server)?.[1] ?? ''}`)),
  `must be a nats:// address; ${inPasswords}`,
);

/**
 * The host may be in the query (`postgres://me@/db?host=/run/postgresql`). An unescaped slash in a password would be
 * parsed as the end of the host.
 */
const DatabaseUrl = address((text) => {
  const url = URL.parse(text.replace('@/', '@localhost/'));
  if (!/^postgres(ql)?:$/.test(url?.protocol ?? '') || url?.pathname.includes('@')) return false;
  return (hasHost(text) || !!url?.searchParams.get('host')) && (url?.pathname.length ?? 0) > 1;
}, `must be a postgres:// address with a host and a database; ${inPasswords}`);

const SmtpUrl = address(
  (text) => /^smtps?:\/\//.test(text) && hasHost(text),
  `must be an smtp:// address; ${inPasswords}`,
);

/** A whole number, as environment variables write it. */
const wholeNumber = (least: number, most: number) => {
  const fault = `must be a number from ${least} to ${most}`;
  // Blanks alone would count as zero, and a port of zero means any.
  const digits = z.coerce.string().regex(/^\s*\d+\s*$/, fault);
  return digits.transform(Number).pipe(z.int(fault).min(least, fault).max(most, fault));
};

export const PortNumber = wholeNumber(0, 65_535);

/** An IP address or a name. Whether this machine has it is only known when the process listens. */
const Host = z.string().regex(/^[\w.:%-]+$/, 'must be an address or a host name');

/**
 * Pages and API are served at the root of the host: a path in the URL would break links. Normalized to the form of
 * the `Origin` header: lower case, no default port.
 */
const publicUrlFault = 'must be a scheme and a host alone, such as https://shop.example.com';
const PublicUrl = z
  .url({ protocol: /^https?$/, error: publicUrlFault })
  .transform((url) => url.replace(/\/+$/, ''))
  .refine((url) => URL.parse(url)?.href === `${URL.parse(url)?.origin}/`, {
    error: publicUrlFault,
  })
  .transform((url) => new URL(url).origin);

/** Environment variables of every process. */
export const CommonEnv = z.object({
  TESSERA_MODE: z.enum(['development', 'production']).default('production'),
  HOST: Host.default('127.0.0.1'),
  /**
   * In development: the networks that may reach the process. `private` is for containers, which listen on all
   * addresses but are reachable from this machine only.
   */
  DEVELOPMENT_NETWORK: z.enum(['loopback', 'private']).default('loopback'),
  PORT: PortNumber,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PUBLIC_URL: PublicUrl,
  NATS_URL: NatsUrl.default('nats://127.0.0.1:4222'),
  TESSERA_CONFIG: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional(),
});

/** The environment of a service that owns a database and verifies passports. */
export const ServiceEnv = CommonEnv.extend({
  DATABASE_URL: DatabaseUrl,
  DATABASE_POOL: wholeNumber(1, 200).default(16),
  PASSPORT_PUBLIC_KEY: z.string().min(1),
});

/** The environment of a process that sends mail. */
export const MailEnv = z.object({
  SMTP_URL: SmtpUrl,
  MAIL_FROM: z
    .string()
    .regex(/[^\s<>@]@[^\s<>@]/, 'must hold a mail address')
    .default('Tessera <hello@tessera.localhost>'),
});

/** A secret of at least 32 characters. */
export const Secret = z.string().min(32, 'must have at least 32 characters');

export const defaultRetentionDays = 90;

/** The section `events` of the product options, which every service reads. */
export const EventsOptions = z.strictObject({
  /** Days that events are kept, including outbox rows and parked events. */
  retentionDays: z.int().min(1).max(3_650).default(defaultRetentionDays),
});

/** Reads the environment by a schema. Throws `ConfigError` naming each variable that is missing or wrong. */
export const readEnv = <Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv = process.env) => {
  // An empty variable counts as absent: compose files and unit files often set them so.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = parsed(schema, given, 'environment variable');
  refusePublicDevelopment(result as Partial<z.output<typeof CommonEnv>>);
  return result;
};

/**
 * Development mode shows every mail and lets any caller move the clock. It is for one's own machine, and refuses to
 * start on an address that others could reach.
 */
const refusePublicDevelopment = (env: Partial<z.output<typeof CommonEnv>>): void => {
  if (env.TESSERA_MODE !== 'development') return;
  const { HOST = '127.0.0.1', PUBLIC_URL, DEVELOPMENT_NETWORK } = env;
  if (!isLoopbackName(HOST) && DEVELOPMENT_NETWORK !== 'private')
    throw new ConfigError(
      `environment variable HOST: in development mode it must be an address of this machine alone, not ${HOST} (set TESSERA_MODE=production, or in a container that only this machine reaches DEVELOPMENT_NETWORK=private)`,
    );
  if (PUBLIC_URL !== undefined && !isLoopbackName(new URL(PUBLIC_URL).hostname))
    throw new ConfigError(
      `environment variable PUBLIC_URL: in development mode it must be an address of this machine, such as http://localhost:3000, not ${PUBLIC_URL} (set TESSERA_MODE=production)`,
    );
};

/** Whether a host name or address is a loopback one. */
export const isLoopbackName = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/**
 * Reads one section of the product options (JSON, named by TESSERA_CONFIG). Absent file or section: all defaults.
 * Unknown or invalid keys throw `ConfigError` naming the key; section shapes should be strict objects.
 */
export const readOptions = <Schema extends z.ZodType>(
  path: string | undefined,
  section: string,
  schema: Schema,
) => {
  const file = path === undefined ? {} : readJson(path);
  if (!isObject(file))
    throw new ConfigError(`${path}: the options must be one JSON object with a section a service`);
  const unknownKey = Object.keys(file as object).find((key) => !sections.includes(key));
  if (unknownKey)
    throw new ConfigError(`${path}: unknown section "${unknownKey}" (known: ${sections.join(', ')})`);
  const options = (file as Record<string, unknown>)[section];
  // Neither is null: whoever writes it may mean "off" where absent means "the defaults".
  if (options !== undefined && !isObject(options))
    throw new ConfigError(`option ${section}: must be an object; without the section the defaults apply`);
  return parsed(schema, options ?? {}, 'option', `${section}.`);
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sections = ['identity', 'organization', 'billing', 'webhook', 'gateway', 'events'];

const readJson = (path: string): unknown => {
  const text = readFileOf('TESSERA_CONFIG', path);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`${path}: ${(cause as Error).message}`, { cause });
  }
};

const readFileOf = (variable: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(`environment variable ${variable}: ${(cause as Error).message}`, { cause });
  }
};

const parsed = <Schema extends z.ZodType>(schema: Schema, value: unknown, kind: string, prefix = '') => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues
      .map((issue) => {
        const unknown = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : '';
        const key = [...issue.path, ...(unknown ? [unknown] : [])].join('.');
        const name = `${prefix}${key}`.replace(/\.$/, '');
        return `${kind} ${name}: ${unknown ? 'unknown key' : isMissing(value, issue.path) ? 'is missing' : issue.message}`;
      })
      .join('\n'),
  );
};

const isMissing = (value: unknown, path: PropertyKey[]): boolean =>
  path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value) ===
  undefined;
