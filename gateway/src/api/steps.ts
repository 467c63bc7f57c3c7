/** The steps of an API request: each either answers it or passes it to the next. */
import { networkOf } from '@tessera/kit/http/network';
import { isForeignForm, mayCarryCookies } from '@tessera/proto/api/identity/origin';
import compression from 'compression';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { Settings } from '../config.ts';
import type { Gateway } from '../gateway.ts';
import { hasBody } from '../limits/bodies.ts';
import { invalidOrigin, lengthRequired, refuse, refuseLimited, tooLarge } from '../request/errors.ts';
import { type Outcome, type Request, type Step, setServiceHeaders } from '../request/headers.ts';
import { isStream } from '../routes.ts';
import { caller } from './caller.ts';
import { answerAuthCors, answerCors, answerOpenCors } from './cors.ts';

/** All steps, in order. */
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

/** Answers 404 for disabled paths of the auth API, whichever service has them (contracts/auth.md, 1.1). */
const disabled =
  ({ settings }: Gateway): Step =>
  (request) => {
    if (!isAuth(request) || !settings.disabledPaths.includes(request.path)) return 'next';
    request.res.writeHead(404, { 'content-type': 'text/plain;charset=UTF-8' }).end('Not Found');
    return 'done';
  };

/** Sets CORS headers and answers preflights: any page may call the billing API, trusted ones the auth API. */
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

/** Rejects a body by its Content-Length before it is read. */
const size =
  ({ settings }: Gateway): Step =>
  (request) => {
    const { req, res, route } = request;
    if (Number(req.headers['content-length'] ?? 0) <= bodyLimitOf(request, settings)) return 'next';
    refuse(res, route.dialect, tooLarge);
    return 'done';
  };

/** The services know one public origin; in development it has two names. */
const alias =
  ({ settings, publicUrl }: Gateway): Step =>
  ({ req }) => {
    const { origin } = req.headers;
    if (origin !== undefined && settings.aliases.includes(origin)) req.headers.origin = publicUrl.origin;
    return 'next';
  };

/** Counts requests per address, and answers 429 beyond the limit. */
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

/**
 * Answers 404 for paths without a service. The auth API has no routes for HEAD and OPTIONS (contracts/auth.md, 1.1).
 */
const exists: Step = (request) => {
  const { req, res, route } = request;
  const isMethod = !isAuth(request) || (req.method !== 'HEAD' && req.method !== 'OPTIONS');
  if (route.target !== null && isMethod) return 'next';
  res.writeHead(404).end();
  return 'done';
};

/** CSRF protection: rejects writes from untrusted pages that carry our cookies or are form posts. */
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
  // With `form_post`, providers post the callback from their own pages; the flow's state proves it instead.
  if (!checksOrigin || safeMethods.has(method) || counted === '/callback/:id') return false;
  if (route.passesCookies && isForeignForm(headers, trustedOrigins)) return true;
  return headers.cookie !== undefined && cookiesCount(request) && !mayCarryCookies(headers, trustedOrigins);
};

/**
 * Whether cookies could authorize the request: on routes that read them, and elsewhere without an authorization
 * header.
 */
const cookiesCount = ({ req, route }: Request): boolean =>
  route.passesCookies || (route.who !== 'anyone' && req.headers.authorization === undefined);

/** Answers get-session if the gateway can; requests with a query or in another spelling go to identity. */
const session =
  ({ answerSession }: Gateway): Step =>
  ({ req, res, facts }) =>
    req.method === 'GET' && req.url === '/api/auth/get-session' ? answerSession(req, res, facts) : 'next';

const longestWithoutAsking = 1_000;

/**
 * Reads the body. After a slow body the caller is authenticated again: the passport or the session may have ended.
 */
const body = (gateway: Gateway): Step => {
  const askAgain = caller(gateway);
  return (request) => {
    if (!hasBody(request.req)) return 'next';
    return request.route.isTransfer ? measured(request) : takeBody(gateway, request, askAgain);
  };
};

/** Streamed bodies need a Content-Length. */
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

/** Compresses JSON replies only: the compressor would delay streams, and files are sent as they are. */
const compressJson = compression({
  threshold: 2_048,
  filter: (_req, res) => /^application\/json\b/.test(String(res.getHeader('content-type'))),
});

/**
 * Replies to our own pages often go over mobile networks, and consist mostly of repeated names. Programs get them
 * uncompressed: on fast networks, compressing takes longer than sending.
 */
const compress: Step = ({ req, res }) => {
  if (req.method === 'GET' && req.headers['sec-fetch-site'] === 'same-origin')
    compressJson(req as ExpressRequest, res as ExpressResponse, () => undefined);
  return 'next';
};

/** Proxies the request to its service. */
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

/** Long-lasting requests use separate connections. */
const laneOf = ({ route, path }: Request): 'streams' | 'files' | null => {
  if (route.isTransfer) return 'files';
  return route.target === 'billing' && isStream(path) ? 'streams' : null;
};

const enter = (gateway: Gateway, lane: 'streams' | 'files' | null, { req, res, address }: Request) => {
  if (lane === 'files') return gateway.transfers.enter(networkOf(address), req, res);
  return lane === 'streams' ? gateway.enterStream(networkOf(address), res) : null;
};
