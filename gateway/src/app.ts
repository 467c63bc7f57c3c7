/** The gateway's HTTP API: the service APIs, their documentation, development routes, the web application. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Bus } from '@tessera/kit/events/bus';
import { operationsRoutes } from '@tessera/kit/http/app';
import { failureOf } from '@tessera/kit/http/failure';
import { askCheckoutFrame, askPortalPage } from '@tessera/proto/api/asks';
import { authDialect, billingDialect } from '@tessera/proto/api/error';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { createApi } from './api/api.ts';
import { type GatewayEnv, targetsOf } from './config.ts';
import { serveDev } from './dev/routes.ts';
import { serveDocs } from './docs/docs.ts';
import type { Gateway } from './gateway.ts';
import { oneByOne } from './limits/pipelines.ts';
import { startAnswers, startPath } from './pages/start.ts';
import { serveWeb } from './pages/web.ts';
import { badRequest, refuse, wrongMethod } from './request/errors.ts';
import { takeAbsoluteTarget } from './request/target.ts';
import { authBase } from './routes.ts';

/** Builds the request listener: requests of the services are proxied, an Express app answers the rest. */
export const createGatewayApp = (gateway: Gateway, bus: Bus, env: GatewayEnv): RequestListener => {
  const api = createApi(gateway);
  const app = express();
  const isSecure = gateway.publicUrl.protocol === 'https:';
  app.disable('x-powered-by');
  // Paths are case-sensitive everywhere, so that a guarded path cannot be reached in another spelling.
  app.enable('case sensitive routing');
  const { basePath } = gateway.settings;
  app.use(
    '/api/docs',
    serveDocs({ targets: targetsOf(env), publicUrl: env.PUBLIC_URL, basePath, log: gateway.log }),
  );
  if (env.TESSERA_MODE === 'development')
    app.use(
      '/api/dev',
      serveDev({
        bus,
        clock: gateway.clock,
        inboxUrl: env.INBOX_URL,
        targets: targetsOf(env),
        network: env.DEVELOPMENT_NETWORK,
      }),
    );
  app.get(startPath, compression(), startAnswers({ api, basePath }));
  app.use(/^\/api(?=\/|$)/i, (req, res) => {
    const dialect = req.path.startsWith('/billing') ? billingDialect : authDialect;
    refuse(res, dialect, { name: 'ResourceNotFound', status: 404, message: 'Not Found' });
  });
  const operations = operationsRoutes({
    metrics: gateway.metrics,
    checks: {},
    dispensable: { bus: bus.check },
  });
  app.get(['/health', '/ready'], operations);
  if (env.WEB_DEV_URL) app.use(createProxyMiddleware({ target: env.WEB_DEV_URL, ws: true }));
  else
    app.use(
      onlyRead,
      serveWeb(env.WEB_ROOT, {
        isSecure,
        sessionCookie: gateway.settings.cookies.session_token.name,
        uploadOrigins: gateway.settings.uploadOrigins,
        meta: basePath === authBase ? {} : { 'tessera-auth': basePath },
        isDevelopment: env.TESSERA_MODE === 'development',
        // If billing does not answer, framing is refused but the page is still served.
        findFrame: (clientSecret) => bus.ask(askCheckoutFrame, { clientSecret }).catch(() => null),
        isAtStripe: async (slug) =>
          (await bus.ask(askPortalPage, { slug }).catch(() => null))?.isAtStripe ?? false,
      }),
    );
  app.use(answerError(gateway));
  return oneByOne((req, res) => {
    if (hasTwoHosts(req) || !takeAbsoluteTarget(req)) refuse(res, authDialect, badRequest);
    else if (!api(req, res)) app(req, res);
  });
};

/** Two parsers that pick different Host headers would disagree on the target (RFC 9112, section 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
};

/** Pages and files are only read. Express itself would answer other methods (`TRACE /`) with a page of its own. */
const onlyRead: RequestHandler = (req, res, next) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) {
    next();
    return;
  }
  res.setHeader('allow', 'GET, HEAD');
  refuse(res, authDialect, wrongMethod);
};

const answerError =
  (gateway: Gateway): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    // A missing file: anyone can request one, and browsers do after each deploy.
    if ((error as { status?: number }).status === 404) {
      res.status(404).type('text/plain').send('Not found');
      return;
    }
    // A parse error of Node in the rest of a request, after its head.
    if (String((error as { code?: unknown }).code).startsWith('HPE_')) {
      refuse(res, authDialect, badRequest);
      return;
    }
    const failure = failureOf(error, authDialect);
    if (failure.status >= 500) gateway.log.error({ err: error, path: req.path }, 'request failed');
    refuse(res, authDialect, failure);
  };
