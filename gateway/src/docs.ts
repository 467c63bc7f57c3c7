/** `/api/docs`: the OpenAPI of both APIs, gathered from the services, which make it from the shapes they really use. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Logger } from '@tessera/kit/log';
import express, { type RequestHandler, Router } from 'express';
import { authBase, isBelow } from './routes.ts';
import { pageHeaders } from './web.ts';

type Description = { paths: Record<string, unknown> };

const keptMilliseconds = 60_000;

export type DocsParts = {
  targets: Record<string, string>;
  publicUrl: string;
  /** Where the auth API is, outside. */
  basePath: string;
  log: Logger;
};

/** Serves the description as JSON and as a page. A service that is down is missing until it is back. */
export const serveDocs = (parts: DocsParts): RequestHandler => {
  const { publicUrl } = parts;
  const router = Router({ caseSensitive: true });
  const describe = gather(parts);
  router.get('/openapi.json', async (_req, res) => void res.json(await describe()));
  router.get('/start.js', (_req, res) => void res.type('text/javascript').send(start));
  router.use(pageHeaders(publicUrl.startsWith('https://')));
  router.get('/', (_req, res) => void res.type('html').send(page));
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  router.use(express.static(assets, { index: false, maxAge: '1d' }));
  return router;
};

const gather = ({ targets, publicUrl, basePath, log }: DocsParts) => {
  const outside = (path: string): string =>
    isBelow(authBase, path) ? basePath + path.slice(authBase.length) : path;
  let kept: { value: unknown; until: number } | null = null;
  return async (): Promise<unknown> => {
    if (kept && kept.until > performance.now()) return kept.value;
    const parts = await Promise.all(Object.values(targets).map((target) => fetchDescription(target, log)));
    const value = {
      openapi: '3.1.0',
      info: {
        title: 'Tessera API',
        version: '1',
        description: `Accounts and organizations under ${basePath}, selling under /api/billing. Sessions travel in a cookie, access tokens as bearer tokens.`,
      },
      servers: [{ url: publicUrl }],
      security: [{ session: [] }, { accessToken: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'tessera.session_token' },
          accessToken: { type: 'http', scheme: 'bearer' },
        },
      },
      paths: Object.fromEntries(
        parts
          .flatMap((part) => Object.entries(part?.paths ?? {}))
          .map(([path, description]) => [outside(path), description] as const)
          .toSorted(([a], [b]) => a.localeCompare(b)),
      ),
    };
    if (parts.every(Boolean)) kept = { value, until: performance.now() + keptMilliseconds };
    return value;
  };
};

const fetchDescription = async (target: string, log: Logger): Promise<Description | null> => {
  try {
    const response = await fetch(`${target}/internal/openapi.json`, { signal: AbortSignal.timeout(3_000) });
    return response.ok ? ((await response.json()) as Description) : null;
  } catch (error) {
    log.warn({ err: error }, 'a description is missing');
    return null;
  }
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tessera API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>`;

const start = `window.SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#docs', deepLinking: true });`;
