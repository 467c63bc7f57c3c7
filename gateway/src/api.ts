/** The way of an API request: clean, limit, identify, pass on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import type { Logger } from '@tessera/kit/log';
import type { Metrics } from '@tessera/kit/metrics';
import type { AccessTokenRecord, SessionRecord } from '@tessera/proto/api/asks';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { keyOfBearer, tokenClaims, usable } from './access-token.ts';
import { addressOf } from './address.ts';
import type { Settings } from './config.ts';
import { answerCors } from './cors.ts';
import type { Kept, Shelf } from './kept.ts';
import type { Limiter } from './limits.ts';
import { mayCarryCookies } from './origin.ts';
import { passportOf } from './passport.ts';
import type { Proxy } from './proxy.ts';
import { invalidOrigin, invalidToken, refuse, tooLarge, unavailable } from './refuse.ts';
import { type Facts, recordOutcome, requestIdOf, tellServices, traceparentOf } from './request.ts';
import { type Route, routeOf, type TargetName } from './routes.ts';
import { live, type SessionShelf, sessionKey, userClaims } from './session.ts';
import type { AnswerSession } from './session-answer.ts';

/** What the gateway stands on. */
export type Gateway = {
  settings: Settings;
  publicUrl: URL;
  clock: Clock;
  log: Logger;
  accessLog: Logger;
  metrics: Metrics;
  proxies: Record<TargetName, Proxy>;
  sessions: SessionShelf;
  accessTokens: Shelf<AccessTokenRecord>;
  /** Answers get-session where the gateway knows the answer. */
  answerSession: AnswerSession;
  readToken: (cookies: string | undefined) => string | null;
  mint: (claims: PassportClaims) => Promise<string>;
  limit: Limiter;
  /** Records that an access token was used. */
  noteUse: (tokenId: string) => void;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers everything that a service owns, and says whether it did; the rest is the Express app's. This handler stands
 * before Express, not in it: on this path there is nothing to route, and Express would cost a tenth of the request.
 */
export const createApi = (gateway: Gateway) => {
  const identify = createIdentify(gateway);
  const isSecure = gateway.publicUrl.protocol === 'https:';
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '/' } = req;
    const question = url.indexOf('?');
    const path = question === -1 ? url : url.slice(0, question);
    const route = routeOf(path);
    if (!route) return false;
    const traceparent = traceparentOf(req);
    const facts: Facts = { requestId: requestIdOf(req, traceparent), traceparent, route };
    recordOutcome(req, res, facts, gateway);
    setHeaders(res, facts.requestId, isSecure);
    const fail = (error: unknown): void => {
      gateway.log.error({ err: error, requestId: facts.requestId }, 'request failed');
      refuse(res, route.dialect, unavailable);
    };
    try {
      pass({ gateway, identify }, { req, res, path, route, facts })?.catch(fail);
    } catch (error) {
      fail(error);
    }
    return true;
  };
};

const setHeaders = (res: ServerResponse, requestId: string, isSecure: boolean): void => {
  res.setHeader('x-request-id', requestId);
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  if (isSecure) res.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
};

type Request = { req: IncomingMessage; res: ServerResponse; path: string; route: Route; facts: Facts };
type Identify = ReturnType<typeof createIdentify>;

/** Checks and passes on. Answers a promise only where something has to be waited for: a warm request is not. */
const pass = (
  { gateway, identify }: { gateway: Gateway; identify: Identify },
  request: Request,
): Promise<void> | undefined => {
  const { req, res, route } = request;
  const { settings } = gateway;
  if (isDisabled(request, settings)) {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
    return undefined;
  }
  if (route.dialect.casing === 'snake' && answerCors(req, res, settings.trustedOrigins)) return undefined;
  if (Number(req.headers['content-length'] ?? 0) > settings.bodyLimit) {
    res.setHeader('connection', 'close');
    refuse(res, route.dialect, tooLarge);
    return undefined;
  }
  const { origin } = req.headers;
  // The services know one public origin; on one's own machine it has two names.
  if (origin !== undefined && settings.aliases.includes(origin))
    req.headers.origin = gateway.publicUrl.origin;
  const address = addressOf(req, settings.trustedProxies);
  const admit = () => admitCaller({ gateway, identify }, request, address);
  if (!route.isLimited || !settings.rateLimit.enabled) return admit();
  return isLimited(gateway, request, address).then((isOver) => (isOver ? undefined : admit()));
};

/** Whether the options say that a path below /api/auth does not exist, whichever service has it (section 1.1). */
const isDisabled = ({ path, route }: Request, { disabledPaths }: Settings): boolean =>
  disabledPaths.length > 0 &&
  route.dialect.casing === 'camel' &&
  disabledPaths.includes(path.slice('/api/auth'.length).replace(/(?<=.)\/+$/, ''));

const admitCaller = (
  { gateway, identify }: { gateway: Gateway; identify: Identify },
  request: Request,
  address: string,
): Promise<void> | undefined => {
  const { req, res, route, facts } = request;
  const { authorization, cookie } = req.headers;
  if (cookie !== undefined && cookiesCount(route, authorization) && !mayCome(gateway, req)) {
    refuse(res, route.dialect, invalidOrigin);
    return undefined;
  }
  const send = (passport: Identified): void => {
    if (passport === refused) return;
    const { requestId, traceparent } = facts;
    tellServices(req, route, { address, requestId, traceparent, passport });
    gateway.proxies[route.target](req, res);
  };
  const goOn = (): Promise<void> | undefined => {
    const passport = route.who === 'anyone' ? null : identify(request, authorization, cookie);
    if (passport instanceof Promise) return passport.then(send);
    send(passport);
    return undefined;
  };
  const isAnswered = gateway.answerSession(req, res, (userId) => {
    facts.userId = userId;
  });
  if (isAnswered instanceof Promise) return isAnswered.then((isDone) => (isDone ? undefined : goOn()));
  return isAnswered ? undefined : goOn();
};

/** Whether cookies could be what lets this request in: on its own routes, and on ours when no token came. */
const cookiesCount = (route: Route, authorization: string | undefined): boolean =>
  route.passesCookies || (route.who !== 'anyone' && authorization === undefined);

const mayCome = ({ settings }: Gateway, { method = '', headers }: IncomingMessage): boolean => {
  if (!settings.checksOrigin || safeMethods.has(method)) return true;
  const { origin, referer } = headers;
  return mayCarryCookies(
    { ...(origin !== undefined && { origin }), ...(referer !== undefined && { referer }) },
    settings.trustedOrigins,
  );
};

/** Stands for a request that has been answered already. */
const refused = Symbol('refused');

/** A passport; null for nobody. */
type Identified = string | null | typeof refused;

/** Finds the caller's passport. */
const createIdentify =
  (gateway: Gateway) =>
  (
    request: Request,
    authorization: string | undefined,
    cookie: string | undefined,
  ): Identified | Promise<Identified> => {
    if (request.route.dialect.casing === 'snake' && authorization !== undefined) {
      const key = keyOfBearer(authorization);
      const found = key === null ? null : gateway.accessTokens.find(key);
      const conclude = (kept: Kept<AccessTokenRecord> | null) => admitToken(gateway, request, kept);
      return found instanceof Promise ? found.then(conclude) : conclude(found);
    }
    const token = gateway.readToken(cookie);
    const found = token === null ? null : gateway.sessions.find(sessionKey + token);
    const conclude = (kept: Kept<SessionRecord> | null) => admitSession(gateway, request, kept);
    return found instanceof Promise ? found.then(conclude) : conclude(found);
  };

const admitToken = (
  gateway: Gateway,
  { res, route, facts }: Request,
  found: Kept<AccessTokenRecord> | null,
): Identified | Promise<Identified> => {
  const kept = usable(found, gateway.clock);
  if (!kept) {
    refuse(res, route.dialect, invalidToken);
    return refused;
  }
  facts.accessTokenId = kept.value.id;
  gateway.noteUse(kept.value.id);
  return passportOf(kept, tokenClaims, gateway.mint);
};

const admitSession = (
  gateway: Gateway,
  { res, route, facts }: Request,
  found: Kept<SessionRecord> | null,
): Identified | Promise<Identified> => {
  const kept = live(found, gateway.clock);
  if (kept) {
    facts.userId = kept.value.user.id;
    return passportOf(kept, userClaims, gateway.mint);
  }
  if (route.who !== 'known') return null;
  refuse(res, route.dialect, route.dialect.unauthorized);
  return refused;
};

const isLimited = async (
  gateway: Gateway,
  { res, path, route }: Request,
  address: string,
): Promise<boolean> => {
  const isAuth = route.dialect.casing === 'camel';
  const wait = await gateway.limit(
    address,
    isAuth ? path.slice('/api/auth'.length) : path,
    gateway.clock.now(),
  );
  if (wait === 0) return false;
  const message = 'Too many requests. Please try again later.';
  res.statusCode = 429;
  res.setHeader('retry-after', String(wait));
  res.setHeader('x-retry-after', String(wait));
  // The auth contract's client reads this answer as text; see its section 7.
  res.setHeader('content-type', isAuth ? 'text/plain;charset=UTF-8' : 'application/json');
  res.end(JSON.stringify(isAuth ? { message } : { error: 'TooManyRequests', detail: message }));
  return true;
};
