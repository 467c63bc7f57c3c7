/** Assembles the gateway: Redis with invalidation messages, the caches over it, and a proxy per service. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import type { Bus } from '@tessera/kit/events/bus';
import type { AccessLog, Logger } from '@tessera/kit/log';
import type { Metrics } from '@tessera/kit/observability/metrics';
import { connectRedis } from '@tessera/kit/redis';
import {
  accessTokenUsedSubject,
  askAccessToken,
  askCustomerSession,
  askSession,
  BearerRecord,
  SessionRecord,
} from '@tessera/proto/api/asks';
import { accessTokenKeys, sessionKeys } from '@tessera/proto/api/cache-keys';
import { authDialect, billingDialect } from '@tessera/proto/api/error';
import type { CustomerCaller, PassportClaims } from '@tessera/proto/api/passport';
import { readReply } from '@tessera/proto/api/wire';
import { type GatewayEnv, type Settings, targetsOf } from './config.ts';
import { type Bodies, createBodies } from './limits/bodies.ts';
import { createLimiter, type Limiter } from './limits/rate-limits.ts';
import { createStreamCount, type EnterStream } from './limits/streams.ts';
import { createTransfers, type Transfers } from './limits/transfers.ts';
import { createHop } from './proxy/hop.ts';
import { createProxy, type Proxy } from './proxy/proxy.ts';
import { type Refusal, refuse, slowBody } from './request/errors.ts';
import { routeOf, type TargetName } from './routes.ts';
import { createUseRecorder } from './sessions/access-token.ts';
import { type OwnChanges, watchOwnChanges } from './sessions/own-changes.ts';
import { createRecordCache, type RecordCache } from './sessions/record-cache.ts';
import { type AnswerSession, createSessionAnswer } from './sessions/session.ts';
import { createTokenReader, type SessionCache } from './sessions/session-cookie.ts';

/** The dependencies of the gateway. */
export type Gateway = {
  settings: Settings;
  publicUrl: URL;
  clock: Clock;
  log: Logger;
  accessLog: AccessLog;
  metrics: Metrics;
  proxies: Record<TargetName | 'streams' | 'files', Proxy>;
  bodies: Bodies;
  enterStream: EnterStream;
  transfers: Transfers;
  sessions: SessionCache;
  accessTokens: RecordCache<BearerRecord>;
  ownChanges: OwnChanges;
  /** Answers get-session if the gateway can. */
  answerSession: AnswerSession;
  readToken: (cookies: string | undefined) => string | null;
  /** Returns the customer session of a token hash; null: there is none. */
  findCustomerSession: (tokenHash: string) => Promise<Omit<CustomerCaller, 'kind'> | null>;
  mint: (claims: PassportClaims) => Promise<string>;
  limit: Limiter;
  /** Records the use of an access token. */
  noteUse: (tokenId: string) => void;
};

export type GatewayParts = Pick<Gateway, 'settings' | 'mint'> & {
  env: GatewayEnv;
  log: Logger;
  accessLog: AccessLog;
  clock: Clock;
  metrics: Metrics;
  bus: Bus;
};

/** Connects and assembles the gateway; `close` closes Redis and the kept connections. */
export const createGateway = ({
  env,
  settings,
  mint,
  log,
  accessLog,
  clock,
  metrics,
  bus,
}: GatewayParts): Gateway & { close: () => void } => {
  const { redis, sessions, accessTokens } = openRecords({ env, settings, log, bus });
  const readToken = createTokenReader(settings.cookies.session_token.name, env.TESSERA_SECRET);
  const secret = env.TESSERA_SECRET;
  const answerSession = createSessionAnswer({ ...settings, secret, sessions, readToken, clock });
  const ownChanges = watchOwnChanges(sessions, readToken);
  const proxies = createProxies(env, settings, { log, answered: ownChanges.end });
  const { openBodies, bodyTimeout, rateLimit: limits, addressLimit: total } = settings;
  const bodies = createBodies({ ...openBodies, timeout: bodyTimeout });
  const transfers = createTransfers({ ...settings.transfers, timeout: bodyTimeout }, (res) =>
    refuse(res, billingDialect, slowBody),
  );
  return {
    settings,
    publicUrl: new URL(env.PUBLIC_URL),
    clock,
    log,
    accessLog,
    metrics,
    proxies,
    bodies,
    enterStream: createStreamCount(settings.streams),
    transfers,
    sessions,
    accessTokens,
    ownChanges,
    findCustomerSession: (tokenHash) => bus.ask(askCustomerSession, { tokenHash }),
    readToken,
    answerSession,
    mint,
    limit: createLimiter(redis, { limits, total }, log),
    noteUse: createUseRecorder(clock, (tokenId, at) =>
      bus.broadcast(accessTokenUsedSubject, { tokenId, at }),
    ),
    close: () => {
      bodies.close();
      transfers.close();
      for (const proxy of Object.values(proxies)) proxy.close();
      void redis.stop();
    },
  };
};

/** Connects to Redis, and keeps sessions and access tokens in memory until Redis tells that they changed. */
const openRecords = ({ env, settings, log, bus }: Pick<GatewayParts, 'env' | 'settings' | 'log' | 'bus'>) => {
  const changed = (key: string | null): void => {
    if (key === null || key.startsWith(sessionKeys)) sessions.drop(key);
    if (key === null || key.startsWith(accessTokenKeys)) accessTokens.drop(key);
  };
  // The gateway starts without Redis too: it asks the owning services until Redis is available.
  const redis = connectRedis({ url: env.REDIS_URL, log, changed });
  const get = (key: string) => redis.ask((client) => client.get(key));
  const store = { get, most: settings.keptRecords, log };
  const sessions = createRecordCache<SessionRecord>({
    ...store,
    read: (text) => readReply(SessionRecord, JSON.parse(text), 'camel'),
    ask: (key) => bus.ask(askSession, { token: key.slice(sessionKeys.length) }),
  });
  const accessTokens = createRecordCache<BearerRecord>({
    ...store,
    read: (text) => BearerRecord.parse(JSON.parse(text)),
    ask: (key) => bus.ask(askAccessToken, { tokenHash: key.slice(accessTokenKeys.length) }),
  });
  return { redis, sessions, accessTokens };
};

const createProxies = (
  env: GatewayEnv,
  { timeout, streams, transfers }: Settings,
  { log, answered }: { log: Logger; answered: OwnChanges['end'] },
) => {
  const failed = (req: IncomingMessage, res: ServerResponse, failure: Refusal, error: unknown): void => {
    const route = routeOf((req.url ?? '').split('?', 1)[0] ?? '')?.route;
    log.warn(
      { err: error, requestId: req.headers['x-request-id'], route: route?.prefix },
      failure.message ?? failure.name,
    );
    refuse(res, route?.dialect ?? authDialect, failure);
  };
  const targets = targetsOf(env);
  const entries = Object.entries(targets).map(([name, target]) => [
    name,
    createHop({ target, timeout, failed, answered }),
  ]);
  return {
    ...(Object.fromEntries(entries) as Record<TargetName, ReturnType<typeof createHop>>),
    // Separate connections, so that streams never delay ordinary requests.
    streams: createProxy({ target: targets.billing, timeout, failed, sockets: streams.perProcess }),
    files: createProxy({ target: targets.billing, timeout, failed, sockets: transfers.perProcess }),
  };
};
