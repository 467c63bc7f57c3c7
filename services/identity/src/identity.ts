/** What identity's verbs need. */
import type { Bus } from '@tessera/kit/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail';
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
  /** Which countries sessions are from. */
  places: Places;
  cookies: CookieJar;
  options: IdentityOptions;
  /** What the configuration adds to users. */
  fields: UserFields;
  mailer: Mailer;
  /** Seals what other providers entrust to us. */
  vault: Vault;
  passwords: Passwords;
  providers: Providers;
  /** Key of session cookies and verification tokens. */
  secret: string;
  /** Keys of all else. */
  keys: Keys;
  /** Where the product is reached, without a slash at the end. */
  publicUrl: string;
  /** Development mode: some rules wait for what only production can prove. */
  isDevelopment: boolean;
  /** In production, but payments go to the sandbox: pages say so. */
  isTestMode: boolean;
  now: () => Date;
  log: Logger;
};

/** Where the auth API is reached: the gateway has it there, whatever this service is asked under. */
export const authUrl = ({ options, publicUrl }: Pick<Identity, 'options' | 'publicUrl'>): string =>
  publicUrl + options.basePath;

/** Patterns of origins that may call with cookies and be redirected to. */
export const trustedOrigins = ({ options, publicUrl }: Pick<Identity, 'options' | 'publicUrl'>): string[] => [
  ...options.trustedOrigins,
  new URL(publicUrl).origin,
];
