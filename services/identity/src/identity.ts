/** What identity's verbs need. */
import type { Bus } from '@tessera/kit/bus';
import type { Logger } from '@tessera/kit/log';
import type { Mailer } from '@tessera/kit/mail';
import type { DataSource } from 'typeorm';
import type { CookieJar } from './cookies/jar.ts';
import type { IdentityOptions } from './options.ts';
import type { SessionCopies } from './sessions/copies.ts';

export type Identity = {
  db: DataSource;
  bus: Bus;
  copies: SessionCopies;
  cookies: CookieJar;
  options: IdentityOptions;
  mailer: Mailer;
  /** Key of cookie signatures and verification tokens. */
  secret: string;
  /** Where the product is reached, without a slash at the end. */
  publicUrl: string;
  now: () => Date;
  log: Logger;
};

/** Where the auth API is reached. */
export const authUrl = ({ publicUrl }: Pick<Identity, 'publicUrl'>): string => `${publicUrl}/api/auth`;

/** Patterns of origins that may call with cookies and be redirected to. */
export const trustedOrigins = ({ options, publicUrl }: Pick<Identity, 'options' | 'publicUrl'>): string[] => [
  ...options.trustedOrigins,
  new URL(publicUrl).origin,
];
