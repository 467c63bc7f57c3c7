/** Environment variables and options of the gateway. */
import { CommonEnv, HttpUrl, PortNumber, RedisUrl, readOptions, Secret } from '@tessera/kit/config';
import { BasePath } from '@tessera/proto/api/identity/base-path';
import { cookieOptions, describeCookies, SessionOptions } from '@tessera/proto/api/identity/cookies';
import { TrustedOrigin } from '@tessera/proto/api/identity/origin';
import { RateLimitOptions, RateLimitRule } from '@tessera/proto/api/rate-limit';
import { z } from 'zod';
import { withoutSlash } from './routes.ts';

const Target = HttpUrl.transform((url) => url.replace(/\/+$/, ''));

export const GatewayEnv = CommonEnv.extend({
  REDIS_URL: RedisUrl,
  TESSERA_SECRET: Secret,
  PASSPORT_PRIVATE_KEY: z.string().min(1),
  IDENTITY_URL: Target,
  ORGANIZATION_URL: Target,
  BILLING_URL: Target,
  WEBHOOK_URL: Target,
  WEB_ROOT: z.string().min(1).optional(),
  /** Development: URL of the web application's development server; replaces WEB_ROOT. */
  WEB_DEV_URL: Target.optional(),
  /** Development: the inbox's HTTP API. */
  INBOX_URL: Target.optional(),
  OPS_PORT: PortNumber.optional(),
});
export type GatewayEnv = z.output<typeof GatewayEnv>;

/** The services' base URLs by name. */
export const targetsOf = (env: GatewayEnv) => ({
  identity: env.IDENTITY_URL,
  organization: env.ORGANIZATION_URL,
  billing: env.BILLING_URL,
  webhook: env.WEBHOOK_URL,
});

/** The part of identity's options that the gateway needs; identity validates the rest. */
const IdentityOptions = z.looseObject({
  trustedOrigins: z.array(TrustedOrigin).default([]),
  rateLimit: RateLimitOptions.prefault({}),
  session: SessionOptions.loose().prefault({}),
  disabledPaths: z.array(z.string()).default([]),
  basePath: BasePath,
  advanced: z.looseObject({ ...cookieOptions, disableCSRFCheck: z.boolean().default(false) }).prefault({}),
});

/** The storage part of billing's options: pages upload files there. */
const BillingOptions = z.looseObject({
  storage: z
    .looseObject({
      kind: z.string().default('folder'),
      bucket: z.string().default(''),
      region: z.string().default('us-east-1'),
      endpoint: z.string().optional(),
      forcePathStyle: z.boolean().default(false),
    })
    .prefault({}),
});

/** The origin of the bucket that pages upload to; null: they upload through the gateway. */
const bucketOrigin = ({ storage }: z.output<typeof BillingOptions>): string | null => {
  const { kind, bucket, region, endpoint, forcePathStyle } = storage;
  if (kind !== 's3') return null;
  const url = URL.parse(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!url) return null;
  return forcePathStyle ? url.origin : `${url.protocol}//${bucket}.${url.host}`;
};

/** Limits per address (an IPv6 network counts as one) and per process. */
const bounds = (defaults: { perAddress: number; perProcess: number }) =>
  z
    .strictObject({
      perAddress: z.int().min(1).default(defaults.perAddress),
      perProcess: z.int().min(1).default(defaults.perProcess),
    })
    .prefault({});

/** The section `gateway` of the product options. */
export const GatewayOptions = z.strictObject({
  /** Number of proxies in front of the gateway that append to x-forwarded-for; 0: the socket's address is used. */
  trustedProxies: z.int().min(0).max(10).default(0),
  /** Maximum request body, bytes. */
  bodyLimit: z.int().min(1024).default(1_048_576),
  /** Milliseconds without a byte from a service until the gateway answers 504. */
  timeout: z.int().min(100).default(30_000),
  /** Maximum number of sessions, and of access tokens, cached in memory. */
  keptRecords: z.int().min(1).default(50_000),
  /** Milliseconds until a request body has to be complete; plus a second for each 16 KiB received. */
  bodyTimeout: z.int().min(100).default(10_000),
  /** Maximum number of open connections. */
  connections: bounds({ perAddress: 2_000, perProcess: 10_000 }),
  /** Maximum number of incomplete request bodies. */
  openBodies: bounds({ perAddress: 100, perProcess: 2_000 }),
  /** Maximum number of concurrent streams of server-sent events. */
  streams: bounds({ perAddress: 20, perProcess: 1_000 }),
  /** Maximum number of concurrent file transfers. */
  transfers: bounds({ perAddress: 50, perProcess: 500 }),
  /** If rate limits are on: the limit per address over all limited paths together. */
  addressLimit: RateLimitRule.default({ window: 10, max: 500 }),
});

/** The gateway's settings, from environment and options file. */
export type Settings = z.output<typeof GatewayOptions> & {
  cookies: ReturnType<typeof describeCookies>;
  session: SessionOptions;
  /** Public path of the auth API. */
  basePath: string;
  /** Disabled paths, relative to `basePath`. */
  disabledPaths: string[];
  trustedOrigins: string[];
  /** Development: other loopback names for the public origin; `127.0.0.1` is equivalent to `localhost`. */
  aliases: string[];
  checksOrigin: boolean;
  rateLimit: RateLimitOptions & { enabled: boolean };
  /** Other origins that pages may upload files to. */
  uploadOrigins: string[];
};

/** Reads the options. Throws `ConfigError` with the name of the invalid key. */
export const readSettings = (env: GatewayEnv): Settings => {
  const identity = readOptions(env.TESSERA_CONFIG, 'identity', IdentityOptions);
  const gateway = readOptions(env.TESSERA_CONFIG, 'gateway', GatewayOptions);
  const bucket = bucketOrigin(readOptions(env.TESSERA_CONFIG, 'billing', BillingOptions));
  const { advanced, rateLimit, session, disabledPaths, basePath } = identity;
  const aliases = env.TESSERA_MODE === 'development' ? loopbackAliases(new URL(env.PUBLIC_URL)) : [];
  return {
    ...gateway,
    cookies: describeCookies(advanced, env.PUBLIC_URL),
    session,
    basePath,
    disabledPaths: disabledPaths.map(withoutSlash),
    trustedOrigins: [new URL(env.PUBLIC_URL).origin, ...aliases, ...identity.trustedOrigins],
    aliases,
    checksOrigin: !advanced.disableCSRFCheck,
    uploadOrigins: bucket === null ? [] : [bucket],
    rateLimit: { ...rateLimit, enabled: rateLimit.enabled ?? env.TESSERA_MODE === 'production' },
  };
};

const loopback = ['localhost', '127.0.0.1'];

const loopbackAliases = ({ protocol, hostname, port }: URL): string[] =>
  loopback.includes(hostname)
    ? loopback
        .filter((name) => name !== hostname)
        .map((name) => new URL(`${protocol}//${name}:${port}`).origin)
    : [];
