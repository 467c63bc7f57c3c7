/**
 * `/api/docs`: the OpenAPI of both APIs, collected from the services, which generate it from the schemas they use.
 */
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Logger } from '@tessera/kit/log';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { pageHeaders } from '../pages/web.ts';
import { authBase, isBelow } from '../routes.ts';
import { groupTags, type Paths, tagAccounts } from './groups.ts';
import { guideOf } from './guide.ts';

type Description = { paths: Paths; components?: { schemas?: Record<string, unknown> } };

const keptMilliseconds = 60_000;
const pack = promisify<string, Buffer>(gzip);

export type DocsParts = {
  targets: Record<string, string>;
  publicUrl: string;
  /** Public path of the auth API. */
  basePath: string;
  log: Logger;
};

/** Serves the description as JSON and as a page. A service that is down is left out until it is back. */
export const serveDocs = (parts: DocsParts): RequestHandler => {
  const { publicUrl } = parts;
  const router = Router({ caseSensitive: true });
  const describe = gather(parts);
  router.get('/openapi.json', async (req, res) => sendDescription(req, res, await describe()));
  router.use(compression());
  router.use(pageHeaders(publicUrl.startsWith('https://'), { images: ['blob:'] }));
  router.get('/', (_req, res) => res.sendFile('index.html', { root: pageFolder, cacheControl: false }));
  router.use('/page', express.static(pageFolder, { ...files, maxAge: '1h' }));
  router.use('/fonts', express.static(fontFolder, { ...files, maxAge: '365d', immutable: true }));
  router.use('/viewer', onlyLoaded, express.static(viewerFolder, { ...files, setHeaders: keepChunks }));
  return router;
};

/**
 * Of the viewer's files those that the page loads. Of the others, its source maps and its build as a classic script,
 * one of 17 MB takes half a second to compress, and anyone may request it at any rate.
 */
const onlyLoaded: RequestHandler = (req, res, next) => {
  if (/^\/(?:standalone\.esm|chunks\/[\w.-]+)\.js$/.test(req.path)) next();
  else res.status(404).type('text/plain').send('Not found');
};

/** Sends it as it was compressed once: the compression middleware, which comes later, would do so for each request. */
const sendDescription = (req: Request, res: Response, { text, packed }: Described): void => {
  const isPacked = req.acceptsEncodings('gzip') !== false;
  res.type('json').vary('accept-encoding');
  if (isPacked) res.setHeader('content-encoding', 'gzip');
  res.send(isPacked ? packed : text);
};

const folderOf = (module: string): string => dirname(createRequire(import.meta.url).resolve(module));

// Read from disk on each request; not kept in memory.
const pageFolder = join(import.meta.dirname, 'page');
const viewerFolder = join(folderOf('@scalar/api-reference'), 'browser');
const fontFolder = join(folderOf('@fontsource-variable/inter/wght.css'), 'files');
const files = { index: false, fallthrough: false } as const;

/**
 * Chunks of the viewer have content hashes in their names; the file that references them is revalidated each time.
 */
const keepChunks = (res: { setHeader: (name: string, value: string) => void }, path: string): void =>
  res.setHeader(
    'cache-control',
    basename(dirname(path)) === 'chunks' ? 'public, max-age=31536000, immutable' : 'no-cache',
  );

/** The description as JSON, and the same compressed with gzip. */
type Described = { text: string; packed: Buffer };

/**
 * Merges the services' descriptions and caches the result. Concurrent requests share one collection:
 * generating a description blocks a service, and anyone may request it.
 */
const gather = (parts: DocsParts): (() => Promise<Described>) => {
  let kept: { described: Described; until: number } | null = null;
  let underWay: Promise<Described> | null = null;
  const ask = async (): Promise<Described> => {
    const { description, isWhole } = await putTogether(parts);
    const text = JSON.stringify(description);
    const described = { text, packed: await pack(text) };
    if (isWhole) kept = { described, until: performance.now() + keptMilliseconds };
    return described;
  };
  return async () => {
    if (kept && kept.until > performance.now()) return kept.described;
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
};

/** `isWhole`: no service is missing. */
const putTogether = async ({ targets, publicUrl, basePath, log }: DocsParts) => {
  const outside = (path: string): string =>
    isBelow(authBase, path) ? basePath + path.slice(authBase.length) : path;
  const parts = await Promise.all(Object.values(targets).map((target) => fetchDescription(target, log)));
  const inside = Object.assign({}, ...parts.map((part) => tagAccounts(part?.paths ?? {}))) as Paths;
  const schemas = Object.assign({}, ...parts.map((part) => part?.components?.schemas ?? {})) as object;
  const description = {
    openapi: '3.1.0',
    info: {
      title: 'Tessera API',
      version: '1',
      description: guideOf({ publicUrl, basePath }),
    },
    servers: [{ url: publicUrl }],
    security: [{ accessToken: [] }, { session: [] }],
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'tessera.session_token' },
        accessToken: { type: 'http', scheme: 'bearer' },
      },
    },
    ...groupTags(inside),
    paths: Object.fromEntries(
      Object.entries(inside)
        .map(([path, operations]) => [outside(path), operations] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ),
  };
  return { description, isWhole: parts.every(Boolean) };
};

const fetchDescription = async (target: string, log: Logger): Promise<Description | null> => {
  try {
    const response = await fetch(`${target}/internal/openapi.json`, { signal: AbortSignal.timeout(10_000) });
    return response.ok ? ((await response.json()) as Description) : null;
  } catch (error) {
    log.warn({ err: error }, 'a description is missing');
    return null;
  }
};
