/** The way of an API request: clean, limit, identify, take its body in, pass on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import type { Logger } from '@tessera/kit/log';
import type { Metrics } from '@tessera/kit/metrics';
import type { AccessTokenRecord } from '@tessera/proto/api/asks';
import { isForeignForm, mayCarryCookies } from '@tessera/proto/api/identity/origin';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { addressOf, networkOf } from './address.ts';
import { type Bodies, hasBody } from './bodies.ts';
import type { Settings } from './config.ts';
import { answerCors } from './cors.ts';
import { createIdentify, type Identified, type Identify, refused } from './identify.ts';
import type { Shelf } from './kept.ts';
import type { Limiter } from './limits.ts';
import type { Proxy } from './proxy.ts';
import { invalidOrigin, refuse, tooLarge, unavailable } from './refuse.ts';
import { type Facts, recordOutcome, requestIdOf, tellServices, traceparentOf } from './request.ts';
import { authBase, type Found, isBelow, isStream, routeOf, type TargetName } from './routes.ts';
import type { SessionShelf } from './session.ts';
import type { AnswerSession } from './session-answer.ts';
import type { EnterStream } from './streams.ts';

/** What the gateway stands on. */
export type Gateway = {
  settings: Settings;
  publicUrl: URL;
  clock: Clock;
  log: Logger;
  accessLog: Logger;
  metrics: Metrics;
  proxies: Record<TargetName | 'streams', Proxy>;
  bodies: Bodies;
  enterStream: EnterStream;
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

/** A request on its way. */
export type Request = Found & { req: IncomingMessage; res: ServerResponse; address: string; facts: Facts };

type Parts = { gateway: Gateway; identify: Identify };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers everything that a service owns, and says whether it did; the rest is the Express app's. This handler stands
 * before Express, not in it: on this path there is nothing to route, and Express would cost a tenth of the request.
 */
export const createApi = (gateway: Gateway) => {
  const parts = { gateway, identify: createIdentify(gateway) };
  const isSecure = gateway.publicUrl.protocol === 'https:';
  const { basePath, trustedProxies } = gateway.settings;
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const url = inside(req.url ?? '/', basePath);
    if (url === null) return false;
    const question = url.indexOf('?');
    const found = routeOf(question === -1 ? url : url.slice(0, question));
    if (!found) return false;
    req.url = url;
    const traceparent = traceparentOf(req);
    const { route, path, counted } = found;
    const facts: Facts = { requestId: requestIdOf(req, traceparent), traceparent, route };
    recordOutcome(req, res, facts, gateway);
    setHeaders(res, facts.requestId, isSecure);
    const fail = (error: unknown): void => {
      gateway.log.error({ err: error, requestId: facts.requestId }, 'request failed');
      refuse(res, route.dialect, unavailable);
    };
    try {
      const address = addressOf(req, trustedProxies);
      pass(parts, { req, res, route, path, counted, address, facts })?.catch(fail);
    } catch (error) {
      fail(error);
    }
    return true;
  };
};

/** An address as the services know it: they have the auth API always in the same place. Null: outside it is elsewhere. */
const inside = (url: string, basePath: string): string | null => {
  if (basePath === authBase) return url;
  const path = url.split('?', 1)[0] ?? '';
  if (isBelow(basePath, path)) return authBase + url.slice(basePath.length);
  return isBelow(authBase, path) ? null : url;
};

const setHeaders = (res: ServerResponse, requestId: string, isSecure: boolean): void => {
  res.setHeader('x-request-id', requestId);
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  if (isSecure) res.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
};

/** Checks and passes on. Answers a promise only where something has to be waited for: a warm request is not. */
const pass = (parts: Parts, request: Request): Promise<void> | undefined => {
  const { gateway } = parts;
  const { req, res, route, path } = request;
  const { settings, publicUrl } = gateway;
  const isAuth = route.dialect.casing === 'camel';
  // The options say that a path below the base of the auth API does not exist, whichever service has it (section 1.1).
  if (isAuth && settings.disabledPaths.includes(path)) {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
    return undefined;
  }
  if (!isAuth && answerCors(req, res, settings.trustedOrigins)) return undefined;
  if (Number(req.headers['content-length'] ?? 0) > bodyLimitOf(request, settings)) {
    refuse(res, route.dialect, tooLarge);
    return undefined;
  }
  const { origin } = req.headers;
  // The services know one public origin; on one's own machine it has two names.
  if (origin !== undefined && settings.aliases.includes(origin)) req.headers.origin = publicUrl.origin;
  if (!route.isLimited || !settings.rateLimit.enabled) return admit(parts, request);
  return isLimited(gateway, request).then((isOver) => (isOver ? undefined : admit(parts, request)));
};

const bodyLimitOf = ({ route }: Request, settings: Settings): number =>
  Math.min(route.bodyLimit, settings.bodyLimit);

const admit = (parts: Parts, request: Request): Promise<void> | undefined => {
  const { gateway } = parts;
  const { req, res, route, facts } = request;
  if (!exists(request)) {
    res.writeHead(404).end();
    return undefined;
  }
  if (isForeign(gateway.settings, request)) {
    refuse(res, route.dialect, invalidOrigin);
    return undefined;
  }
  const isAnswered = gateway.answerSession(req, res, (userId) => {
    facts.userId = userId;
  });
  if (isAnswered instanceof Promise)
    return isAnswered.then((isDone) => (isDone ? undefined : goOn(parts, request)));
  return isAnswered ? undefined : goOn(parts, request);
};

/** Whether there is such a route. The auth API has none for HEAD and OPTIONS (section 1.1). */
const exists = ({ req, route }: Request): boolean =>
  route.target !== null &&
  (route.dialect.casing === 'snake' || (req.method !== 'HEAD' && req.method !== 'OPTIONS'));

/** Whether a page that is not trusted has sent what changes something, with our cookies or as a form. */
const isForeign = ({ checksOrigin, trustedOrigins }: Settings, request: Request): boolean => {
  const { req, route, counted } = request;
  const { headers, method = '' } = req;
  // Some providers send people back by a form, from their own pages: what it carries is proved by the flow's state.
  if (!checksOrigin || safeMethods.has(method) || counted === '/callback/:id') return false;
  if (route.passesCookies && isForeignForm(headers, trustedOrigins)) return true;
  return headers.cookie !== undefined && cookiesCount(request) && !mayCarryCookies(headers, trustedOrigins);
};

/** Whether cookies could be what lets this request in: on its own routes, and on ours when no token came. */
const cookiesCount = ({ req, route }: Request): boolean =>
  route.passesCookies || (route.who !== 'anyone' && req.headers.authorization === undefined);

/** Finds who is calling, takes in the body, and passes both on. */
const goOn = ({ gateway, identify }: Parts, request: Request): Promise<void> | undefined => {
  if (hasBody(request.req)) return withBody({ gateway, identify }, request);
  const passport = identify(request);
  if (passport instanceof Promise) return passport.then((found) => send(gateway, request, found));
  send(gateway, request, passport);
  return undefined;
};

const longestWithoutAsking = 1_000;

const withBody = async ({ gateway, identify }: Parts, request: Request): Promise<void> => {
  const { req, res, route, address } = request;
  let passport = await identify(request);
  if (passport === refused) return;
  const begun = performance.now();
  const limit = bodyLimitOf(request, gateway.settings);
  const taken = await gateway.bodies.take(req, limit, networkOf(address));
  if (taken?.kind === 'left') return;
  if (taken?.kind === 'refused') {
    refuse(res, route.dialect, taken.why);
    return;
  }
  // A passport is good for a minute, and who was someone when a slow body began need not be any more.
  if (performance.now() - begun > longestWithoutAsking) passport = await identify(request);
  send(gateway, request, passport, taken?.body);
};

const send = (gateway: Gateway, request: Request, passport: Identified, body?: Buffer): void => {
  const { req, res, route, address, facts } = request;
  if (passport === refused || route.target === null) return;
  const isLong = route.target === 'billing' && isStream(request.path);
  const refusal = isLong ? gateway.enterStream(networkOf(address), res) : null;
  if (refusal) {
    refuse(res, route.dialect, refusal);
    return;
  }
  const { requestId, traceparent } = facts;
  tellServices(req, route, { address, requestId, traceparent, passport, body });
  gateway.proxies[isLong ? 'streams' : route.target](req, res, body);
};

const isLimited = async (gateway: Gateway, request: Request): Promise<boolean> => {
  const { res, route, path, counted, address } = request;
  const wait = await gateway.limit(address, path, gateway.clock.now(), counted);
  if (wait === 0) return false;
  const isAuth = route.dialect.casing === 'camel';
  const message = 'Too many requests. Please try again later.';
  res.statusCode = 429;
  res.setHeader('retry-after', String(wait));
  res.setHeader('x-retry-after', String(wait));
  // The auth contract's client reads this answer as text; see its section 7.
  res.setHeader('content-type', isAuth ? 'text/plain;charset=UTF-8' : 'application/json');
  res.end(JSON.stringify(isAuth ? { message } : { error: 'TooManyRequests', detail: message }));
  return true;
};
