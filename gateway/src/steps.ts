/** The way of an API request, step by step: each answers the request, or lets it go on to the next. */
import { networkOf } from '@tessera/kit/network';
import { isForeignForm, mayCarryCookies } from '@tessera/proto/api/identity/origin';
import compression from 'compression';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { hasBody } from './bodies.ts';
import { caller } from './caller.ts';
import type { Settings } from './config.ts';
import { answerAuthCors, answerCors, answerOpenCors } from './cors.ts';
import type { Gateway } from './gateway.ts';
import { invalidOrigin, lengthRequired, refuse, refuseLimited, tooLarge } from './refuse.ts';
import { type Outcome, type Request, type Step, setServiceHeaders } from './request.ts';
import { isStream } from './routes.ts';

/** All steps, in their order. */
export const stepsOf = (gateway: Gateway): Step[] => [
  disabled(gateway),
  cors(gateway),
  size(gateway),
  alias(gateway),
  limit(gateway),
  exists,
  origin(gateway),
  session(gateway),
  caller(gateway),
  body(gateway),
  compress,
  send(gateway),
];

const isAuth = ({ route }: Request): boolean => route.dialect.casing === 'camel';

/** The options say that a path of the auth API does not exist, whichever service has it (contracts/auth.md, 1.1). */
const disabled =
  ({ settings }: Gateway): Step =>
  (request) => {
    if (!isAuth(request) || !settings.disabledPaths.includes(request.path)) return 'next';
    request.res.writeHead(404, { 'content-type': 'text/plain;charset=UTF-8' }).end('Not Found');
    return 'done';
  };

/** The billing API may be called from any page, the auth API from those that are trusted: says so, and answers preflights. */
const cors = ({ settings, publicUrl }: Gateway): Step => {
  const { trustedOrigins: trusted } = settings;
  const own = [publicUrl.origin, ...settings.aliases];
  return (request) => {
    const { req, res } = request;
    if (request.route.isForEverySite) return answerOpenCors(req, res) ? 'done' : 'next';
    const isDone = isAuth(request)
      ? answerAuthCors(req, res, { trusted, own })
      : answerCors(req, res, trusted);
    return isDone ? 'done' : 'next';
  };
};

const bodyLimitOf = ({ route }: Request, settings: Settings): number =>
  route.isTransfer ? route.bodyLimit : Math.min(route.bodyLimit, settings.bodyLimit);

/** A body that says itself that it is too large is not waited for. */
const size =
  ({ settings }: Gateway): Step =>
  (request) => {
    const { req, res, route } = request;
    if (Number(req.headers['content-length'] ?? 0) <= bodyLimitOf(request, settings)) return 'next';
    refuse(res, route.dialect, tooLarge);
    return 'done';
  };

/** The services know one public origin; on one's own machine it has two names. */
const alias =
  ({ settings, publicUrl }: Gateway): Step =>
  ({ req }) => {
    const { origin } = req.headers;
    if (origin !== undefined && settings.aliases.includes(origin)) req.headers.origin = publicUrl.origin;
    return 'next';
  };

/** Counts requests of an address, and refuses what is too many. */
const limit =
  (gateway: Gateway): Step =>
  (request) =>
    gateway.settings.rateLimit.enabled && request.route.isLimited ? countIn(gateway, request) : 'next';

const countIn = async (gateway: Gateway, { res, route, path, counted, address }: Request) => {
  const wait = await gateway.limit(address, path, gateway.clock.now(), counted);
  if (wait === 0) return 'next';
  refuseLimited(res, route.dialect, wait);
  return 'done';
};

/** Refuses what no service has. The auth API has no route for HEAD and OPTIONS (contracts/auth.md, 1.1). */
const exists: Step = (request) => {
  const { req, res, route } = request;
  const isMethod = !isAuth(request) || (req.method !== 'HEAD' && req.method !== 'OPTIONS');
  if (route.target !== null && isMethod) return 'next';
  res.writeHead(404).end();
  return 'done';
};

/** Refuses a page that is not trusted and has sent what changes something, with our cookies or as a form. */
const origin =
  ({ settings }: Gateway): Step =>
  (request) => {
    if (!isForeign(settings, request)) return 'next';
    refuse(request.res, request.route.dialect, invalidOrigin);
    return 'done';
  };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

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

/** Answers get-session where the gateway knows the answer; with a query, or in another spelling, it is identity's. */
const session =
  ({ answerSession }: Gateway): Step =>
  ({ req, res, facts }) =>
    req.method === 'GET' && req.url === '/api/auth/get-session' ? answerSession(req, res, facts) : 'next';

const longestWithoutAsking = 1_000;

/** Takes the body in. A passport is good for a minute, and who was someone when a slow body began need not be any more. */
const body = (gateway: Gateway): Step => {
  const askAgain = caller(gateway);
  return (request) => {
    if (!hasBody(request.req)) return 'next';
    return request.route.isTransfer ? measured(request) : takeBody(gateway, request, askAgain);
  };
};

/** What goes through as it comes says beforehand how much it is. */
const measured = ({ req, res, route }: Request): Outcome => {
  if (req.headers['content-length'] !== undefined) return 'next';
  refuse(res, route.dialect, lengthRequired);
  return 'done';
};

const takeBody = async (gateway: Gateway, request: Request, askAgain: Step) => {
  const { req, res, route, address } = request;
  const begun = performance.now();
  const taken = await gateway.bodies.take(req, bodyLimitOf(request, gateway.settings), networkOf(address));
  if (taken?.kind === 'left') return 'done';
  if (taken?.kind === 'refused') {
    refuse(res, route.dialect, taken.why);
    return 'done';
  }
  request.body = taken?.body;
  return performance.now() - begun > longestWithoutAsking ? askAgain(request) : 'next';
};

/** Only what is a reply: a stream would wait in the compressor, and files are as they were signed. */
const compressJson = compression({
  threshold: 2_048,
  filter: (_req, res) => /^application\/json\b/.test(String(res.getHeader('content-type'))),
});

/**
 * The replies that our own pages read come over phones' networks, and are mostly names that repeat. Programs get theirs as
 * they are: next door, packing takes longer than sending.
 */
const compress: Step = ({ req, res }) => {
  if (req.method === 'GET' && req.headers['sec-fetch-site'] === 'same-origin')
    compressJson(req as ExpressRequest, res as ExpressResponse, () => undefined);
  return 'next';
};

/** Passes the request on to its service. */
const send =
  (gateway: Gateway): Step =>
  (request) => {
    const { req, res, route, address, facts, passport, body } = request;
    if (route.target === null) return 'done';
    const lane = laneOf(request);
    const refusal = enter(gateway, lane, request);
    if (refusal) {
      refuse(res, route.dialect, refusal);
      return 'done';
    }
    const { requestId, traceparent } = facts;
    if (isAuth(request)) gateway.ownChanges.begin(req);
    setServiceHeaders(req, route, { address, requestId, traceparent, passport, body });
    gateway.proxies[lane ?? route.target](req, res, body);
    return 'done';
  };

/** Connections of their own, for what lasts. */
const laneOf = ({ route, path }: Request): 'streams' | 'files' | null => {
  if (route.isTransfer) return 'files';
  return route.target === 'billing' && isStream(path) ? 'streams' : null;
};

const enter = (gateway: Gateway, lane: 'streams' | 'files' | null, { req, res, address }: Request) => {
  if (lane === 'files') return gateway.transfers.enter(networkOf(address), req, res);
  return lane === 'streams' ? gateway.enterStream(networkOf(address), res) : null;
};
