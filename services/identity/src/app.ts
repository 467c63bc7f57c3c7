/** Assembles the identity service: its dependencies and its HTTP API, for the process and for tests. */
import { sweep } from '@tessera/kit/background/sweep';
import { startReencryption } from '@tessera/kit/database/reencrypt';
import type { Bus } from '@tessera/kit/events/bus';
import { startEventSweep } from '@tessera/kit/events/sweep';
import { createApp } from '@tessera/kit/http/app';
import { describeApi, descriptionRoutes } from '@tessera/kit/http/openapi';
import type { PassportReader } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import type { Logger } from '@tessera/kit/log';
import { purgeCountedMails } from '@tessera/kit/mail/limit';
import type { Mailer } from '@tessera/kit/mail/mailer';
import { mailSampleRoutes } from '@tessera/kit/mail/samples';
import type { Metrics } from '@tessera/kit/observability/metrics';
import { createCountries, openTableAt } from '@tessera/kit/places/countries';
import { connectRedis } from '@tessera/kit/redis';
import type { Vault } from '@tessera/kit/secrets';
import { authDialect } from '@tessera/proto/api/error';
import type { Express } from 'express';
import type { DataSource } from 'typeorm';
import { AccountEntity } from './accounts/credential.ts';
import { encryptedTokens } from './accounts/encryption.ts';
import { accountRoutes } from './accounts/routes.ts';
import { adminUserRoutes } from './admin/routes.ts';
import { adminSessionRoutes } from './admin/session-routes.ts';
import { answerAsks } from './asks.ts';
import { createCookieJar } from './cookies/jar.ts';
import { deviceRoutes } from './devices/routes.ts';
import { rejectDisabledPaths } from './http/disabled-paths.ts';
import { readMultipart } from './http/multipart.ts';
import { type Identity, trustedOrigins } from './identity.ts';
import { deriveKeys } from './keys.ts';
import { createCounts } from './login-throttle/counts.ts';
import { answerTooMany } from './login-throttle/guard.ts';
import { startAccountMails, startVerificationMails } from './mails/consumers.ts';
import type { IdentityOptions } from './options.ts';
import { checkOrigin } from './origins/check.ts';
import { pageRoutes } from './pages/routes.ts';
import { createPasswords } from './passwords/hash.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { createPlaces } from './places/places.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { pictureRoutes, userRoutes } from './profile/routes.ts';
import { createProviders } from './providers/engine.ts';
import { publicOptionsRoutes } from './public-options/routes.ts';
import { renewCachedSessions } from './session-store/cache-sync.ts';
import { createSessionCache } from './session-store/session-cache.ts';
import { followMemberships } from './sessions/active-organization.ts';
import { ownSessionRoutes, sessionRoutes } from './sessions/routes.ts';
import { startSessionSweeper } from './sessions/sweeper.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { signUpRoutes } from './sign-up/routes.ts';
import { socialRoutes } from './social/routes.ts';
import { createUserFields } from './user-fields/fields.ts';
import { UserEntity } from './users/entity.ts';
import { verificationRoutes } from './verifications/routes.ts';

const basePath = '/api/auth';
const hour = 3_600_000;

/** TypeORM entities. Sessions are not among them: they are read and written by named statements. */
export const entities = [UserEntity, AccountEntity];

export type IdentityParts = {
  db: DataSource;
  bus: Bus;
  mailer: Mailer;
  vault: Vault;
  redisUrl: string;
  options: IdentityOptions;
  secret: string;
  publicUrl: string;
  isDevelopment: boolean;
  hasSandbox: boolean;
  /** Scrypt's N for passwords; default: the contract's. */
  passwordCost?: number;
  now: () => Date;
  log: Logger;
};

/** Connects to Redis and builds the dependencies of the service. */
export const createIdentity = (parts: IdentityParts): Identity => {
  const { redisUrl, passwordCost, ...rest } = parts;
  const redis = connectRedis({ url: redisUrl, log: parts.log });
  const fields = createUserFields(
    parts.options.user.additionalFields,
    parts.options.session.additionalFields,
  );
  const keys = deriveKeys(parts.secret);
  return {
    ...rest,
    redis,
    fields,
    sessionCache: createSessionCache(redis, fields.record),
    keys,
    counts: createCounts(redis, keys.attempts),
    places: createPlaces(
      createCountries({ log: parts.log, open: openTableAt(parts.options.advanced.ipAddress.countries) }),
    ),
    cookies: createCookieJar({ ...parts, oauthKey: keys.oauthState }),
    passwords: createPasswords(passwordCost),
    providers: createProviders(parts),
  };
};

/** Starts the background work: sweeper, mail consumers, bus replies, re-encryption. Stopping also closes Redis. */
export const startWorkers = async (identity: Identity): Promise<{ stop: () => Promise<void> }> => {
  await renewCachedSessions(identity);
  const sweeper = startSessionSweeper(identity);
  const mails = await startVerificationMails(identity);
  const accountMails = await startAccountMails(identity);
  const memberships = await followMemberships(identity);
  const reencryption = startReencryption({ ...identity, ...encryptedTokens });
  const counts = sweep({ every: hour, log: identity.log, name: 'counted mails' }, () =>
    purgeCountedMails(identity),
  );
  const events = startEventSweep(identity);
  await answerAsks(identity);
  return {
    stop: async () => {
      await Promise.all([mails.stop(), accountMails.stop(), memberships.stop()]);
      await sweeper.stop();
      await reencryption.stop();
      await counts.stop();
      await events.stop();
      await identity.redis.stop();
    },
  };
};

/** The routes below /api/auth, with the checks that run before them (contracts/auth.md, section 1.1). */
export const routes = (identity: Identity): Router =>
  Router()
    .use(
      rejectDisabledPaths(identity.options.disabledPaths),
      ...readMultipart(),
      checkOrigin({
        trustedOrigins: trustedOrigins(identity),
        isCsrfCheckOff: identity.options.advanced.disableCSRFCheck,
      }),
    )
    .use(signUpRoutes(identity))
    .use(signInRoutes(identity))
    .use(sessionRoutes(identity))
    .use(ownSessionRoutes(identity))
    .use(deviceRoutes(identity))
    .use(verificationRoutes(identity))
    .use(passwordRoutes(identity))
    .use(userRoutes(identity))
    .use(pictureRoutes(identity))
    .use(preferenceRoutes(identity))
    .use(adminUserRoutes(identity))
    .use(adminSessionRoutes(identity))
    .use(socialRoutes(identity))
    .use(accountRoutes(identity))
    .use(publicOptionsRoutes(identity))
    .use(pageRoutes(identity))
    .use(answerTooMany);

/** Builds the whole HTTP API. */
export const createIdentityApp = (
  identity: Identity,
  parts: { metrics: Metrics; passports: PassportReader; checkReplies?: boolean },
): Express => {
  const auth = routes(identity);
  return createApp({
    ...parts,
    log: identity.log,
    mounts: [{ path: basePath, dialect: authDialect, routes: auth }],
    internal: Router()
      .use(descriptionRoutes(() => describeApi(basePath, auth)))
      .use(mailSampleRoutes(identity.isDevelopment, () => loadSamples(identity))),
    // Redis is not a health check: everything works without it, only slower.
    checks: { database: () => identity.db.query('SELECT 1') },
    dispensable: { bus: () => identity.bus.check() },
  });
};

const loadSamples = async ({ options }: Identity) =>
  (await import('./mails/samples.ts')).sampleMails(options.appName);
