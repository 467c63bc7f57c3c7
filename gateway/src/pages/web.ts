/**
 * Serves the built web application: hashed assets cached forever, pages always revalidated, and the buyers' pages.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@tessera/kit/config';
import { escapeHtml } from '@tessera/kit/text/escape-html';
import compression from 'compression';
import express, { type RequestHandler, Router } from 'express';
import staticCompressed from 'express-static-gzip';
import helmet from 'helmet';
import type { GatewayEnv } from '../config.ts';
import { type CheckoutPageParts, checkoutPage } from './checkout-page.ts';
import { drawn, intoHead } from './page-head.ts';
import { type PortalPageParts, portalPage } from './portal-page.ts';

/**
 * Security headers of pages. Inline scripts are blocked; images may come from any https origin (avatars, logos),
 * unless `images` lists the allowed sources.
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
  /** Name of the session cookie. */
  sessionCookie: string;
  isSecure: boolean;
  /** Meta tags of pages: content as plain text, by name. */
  meta: Record<string, string>;
  /** Whether the dashboard has development pages. */
  isDevelopment: boolean;
  /** Other origins that pages may upload files to. */
  uploadOrigins: string[];
  /** What a checkout page may do beyond its own origin; null: the checkout is unknown. */
  findFrame: CheckoutPageParts['findFrame'];
  /** Whether a seller's customers pay through Stripe, by the seller's slug. */
  isAtStripe: PortalPageParts['isAtStripe'];
};

const hasPages = (root: string): boolean => existsSync(join(root, 'index.html'));

/** Throws `ConfigError` if WEB_ROOT has no pages: the gateway would answer all of them with 404. */
export const refuseMissingPages = ({ WEB_ROOT, WEB_DEV_URL }: GatewayEnv): void => {
  if (WEB_ROOT !== undefined && WEB_DEV_URL === undefined && !hasPages(WEB_ROOT))
    throw new ConfigError(`environment variable WEB_ROOT: there is no index.html in ${WEB_ROOT}`);
};

/** Serves a folder of built files; every other path is routed by the application. */
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
  // No redirects from folders to a trailing slash: no folder has a page, and a backslash could turn one into an open
  // redirect.
  router.use(express.static(root, { index: false, redirect: false, maxAge: '1h', setHeaders: freshPages }));
  const heads = headsOf(options.meta);
  const allHeads = options.isDevelopment ? [...heads, ...headsOf(developmentMeta)] : heads;
  const page = createPages(root, allHeads, options.sessionCookie);
  router.get('/checkout/*path', checkoutPage({ root, findFrame }, heads));
  router.get('/portal/*path', portalPage({ root, isAtStripe }, heads));
  // The page where users grant access to OAuth clients: never from the cache.
  router.get('/oauth2/*path', page('index.html', 'no-store'));
  router.get(['/', '/*path'], page('index.html'));
  return router;
};

/**
 * A path with an incomplete escape sequence (`%E0%A4%`) leads to the application's "not found" page; Express would
 * throw.
 */
const takeCutPaths: RequestHandler = (req, _res, next) => {
  try {
    decodeURIComponent(req.path);
  } catch {
    req.url = req.url.replaceAll('%', '~');
  }
  next();
};

/** The embed script, which sellers' sites load: any origin may. */
const forAnySite: RequestHandler = (_req, res, next) => {
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
  res.setHeader('access-control-allow-origin', '*');
  next();
};

/** Enables the dashboard's development pages. */
const developmentMeta = { 'tessera-mode': 'development' };

/** Renders the meta tags. */
const headsOf = (meta: WebOptions['meta']): string[] =>
  Object.entries(meta).map(
    ([name, content]) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  );

const freshPages = (res: { setHeader: (name: string, value: string) => void }, path: string): void => {
  if (path.endsWith('.html')) res.setHeader('cache-control', 'no-cache');
};

/** Serves built pages with meta tags, and prerendered as far as the request allows. */
const createPages =
  (root: string, allHeads: readonly string[], sessionCookie: string) =>
  (file: string, cacheControl = 'no-cache'): RequestHandler =>
  async (req, res) => {
    res.setHeader('cache-control', cacheControl);
    res.vary('cookie').vary('accept-language');
    const html = await readFile(join(root, file), 'utf8');
    res.type('html').send(intoHead(drawn(html, req, sessionCookie), allHeads.join('')));
  };
