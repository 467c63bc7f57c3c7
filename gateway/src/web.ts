/** The built web application: hashed assets for ever, pages always fresh, and the own pages of buyers. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@tessera/kit/config';
import { escapeHtml } from '@tessera/kit/escape-html';
import compression from 'compression';
import express, { type RequestHandler, Router } from 'express';
import staticCompressed from 'express-static-gzip';
import helmet from 'helmet';
import { type CheckoutPageParts, checkoutPage } from './checkout-page.ts';
import type { GatewayEnv } from './config.ts';
import { drawn, intoHead } from './page-head.ts';
import { type PortalPageParts, portalPage } from './portal-page.ts';

/**
 * Security headers of pages. No inline script runs; images may come from anywhere over https (avatars, logos), unless
 * `images` names where else than here.
 */
export const pageHeaders = (
  isSecure: boolean,
  sources: { scripts?: string[]; connects?: string[]; images?: string[] } = {},
): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(sources.scripts ?? [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...(sources.images ?? ['https:'])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(sources.connects ?? [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: isSecure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });

export type WebOptions = {
  /** Name of the cookie that somebody signed in has. */
  sessionCookie: string;
  isSecure: boolean;
  /** What pages are told in their heads, by name; values are plain text. */
  meta: Record<string, string>;
  /** Whether the dashboard has pages for those who develop. */
  isDevelopment: boolean;
  /** Where else than here pages may send files to. */
  uploadOrigins: string[];
  /** What a checkout's page may do beyond its own origin; null: nothing is known of it. */
  findFrame: CheckoutPageParts['findFrame'];
  /** Whether the customers of a seller give their cards to Stripe, by the seller's slug. */
  isAtStripe: PortalPageParts['isAtStripe'];
};

const hasPages = (root: string): boolean => existsSync(join(root, 'index.html'));

/** Without its pages a gateway would answer all of them with 404. Throws `ConfigError`. */
export const refuseMissingPages = ({ WEB_ROOT, WEB_DEV_URL }: GatewayEnv): void => {
  if (WEB_ROOT !== undefined && WEB_DEV_URL === undefined && !hasPages(WEB_ROOT))
    throw new ConfigError(`environment variable WEB_ROOT: there is no index.html in ${WEB_ROOT}`);
};

/** Serves a folder of built files; every path that is no file is the application's to route. */
export const serveWeb = (root: string | undefined, options: WebOptions): RequestHandler => {
  const { isSecure, findFrame, isAtStripe } = options;
  const router = Router();
  if (root === undefined || !hasPages(root)) {
    router.use(
      (_req, res) => void res.status(404).type('text/plain').send('The web application is not built.'),
    );
    return router;
  }
  router.use(pageHeaders(isSecure, { connects: options.uploadOrigins }), compression());
  router.use(
    '/assets',
    staticCompressed(join(root, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { immutable: true, maxAge: '365d', fallthrough: false, index: false, redirect: false },
    }),
  );
  router.use(takeCutPaths);
  router.use('/embed', forAnySite);
  // No folder has a page: a redirect to one with a slash behind would lead nowhere, or where a backslash says.
  router.use(express.static(root, { index: false, redirect: false, maxAge: '1h', setHeaders: freshPages }));
  const heads = headsOf(options.meta);
  const allHeads = options.isDevelopment ? [...heads, ...headsOf(developmentMeta)] : heads;
  const page = createPages(root, allHeads, options.sessionCookie);
  router.get('/checkout/*path', checkoutPage({ root, findFrame }, heads));
  router.get('/portal/*path', portalPage({ root, isAtStripe }, heads));
  // Whom an OAuth client asks to be let in: nobody else is shown that again.
  router.get('/oauth2/*path', page('index.html', 'no-store'));
  router.get(['/', '/*path'], page('index.html'));
  return router;
};

/** An address that was cut within a letter (`%E0%A4%`) is one that leads nowhere, which the pages say; Express refuses to read it. */
const takeCutPaths: RequestHandler = (req, _res, next) => {
  try {
    decodeURIComponent(req.path);
  } catch {
    req.url = req.url.replaceAll('%', '~');
  }
  next();
};

/** The script that sellers' sites load: it is meant for all of them. */
const forAnySite: RequestHandler = (_req, res, next) => {
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
  res.setHeader('access-control-allow-origin', '*');
  next();
};

/** What makes the dashboard have pages for those who develop. */
const developmentMeta = { 'tessera-mode': 'development' };

/** What pages are told, as it stands in their heads. */
const headsOf = (meta: WebOptions['meta']): string[] =>
  Object.entries(meta).map(
    ([name, content]) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  );

const freshPages = (res: { setHeader: (name: string, value: string) => void }, path: string): void => {
  if (path.endsWith('.html')) res.setHeader('cache-control', 'no-cache');
};

/** Pages as they were built, with what they are told, and drawn for whoever opens them as far as that is known. */
const createPages =
  (root: string, allHeads: readonly string[], sessionCookie: string) =>
  (file: string, cacheControl = 'no-cache'): RequestHandler =>
  async (req, res) => {
    res.setHeader('cache-control', cacheControl);
    res.vary('cookie').vary('accept-language');
    const html = await readFile(join(root, file), 'utf8');
    res.type('html').send(intoHead(drawn(html, req, sessionCookie), allHeads.join('')));
  };
