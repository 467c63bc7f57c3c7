/** The dependencies of the identity service's functions. */
import type { Bus } from '@tessera/kit/events/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail/mailer';
import type { Redis } from '@tessera/kit/redis';
import type { Vault } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';
import type { CookieJar } from './cookies/jar.ts';
import type { Keys } from './keys.ts';
import type { Counts } from './login-throttle/counts.ts';
import type { IdentityOptions } from './options.ts';
import type { Passwords } from './passwords/hash.ts';
import type { Places } from './places/places.ts';
import type { Providers } from './providers/engine.ts';
import type { SessionCache } from './session-store/session-cache.ts';
import type { UserFields } from './user-fields/fields.ts';

export type Identity = {
  db: DataSource;
  bus: Bus;
  redis: Redis;
  sessionCache: SessionCache;
  counts: Counts;
  /** Looks up the countries of sessions. */
  places: Places;
  cookies: CookieJar;
  options: IdentityOptions;
  /** The user and session fields that the configuration adds. */
  fields: UserFields;
  mailer: Mailer;
  /** Encrypts tokens of other providers. */
  vault: Vault;
  passwords: Passwords;
  providers: Providers;
  /** Key of session cookies and verification tokens. */
  secret: string;
  /** Keys for all other purposes. */
  keys: Keys;
  /** Public URL of the product, without a trailing slash. */
  publicUrl: string;
  /** Development mode relaxes some rules, such as proof of addresses. */
  isDevelopment: boolean;
  /** Whether sellers without a payment account sell with test cards. */
  hasSandbox: boolean;
  now: () => Date;
  log: Logger;
};

/** The public URL of the auth API behind the gateway; this service's internal paths may differ. */
export const authUrl = ({ options, publicUrl }: Pick<Identity, 'options' | 'publicUrl'>): string =>
  publicUrl + options.basePath;

/** Origin patterns that may call with cookies and be redirected to. */
export const trustedOrigins = ({ options, publicUrl }: Pick<Identity, 'options' | 'publicUrl'>): string[] => [
  ...options.trustedOrigins,
  new URL(publicUrl).origin,
];
