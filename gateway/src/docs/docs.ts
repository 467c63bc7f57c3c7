/**
 * `/api/docs`: the OpenAPI of both APIs, collected from the services, which generate it from the schemas they use.
 */
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '@tessera/kit/log';
import compression from 'compression';
import express, { type RequestHandler, Router } from 'express';
import { pageHeaders } from '../pages/web.ts';
import { authBase, isBelow } from '../routes.ts';
import { groupTags, type Paths, tagAccounts } from './groups.ts';
import { guideOf } from './guide.ts';

type Description = { paths: Paths; components?: { schemas?: Record<string, unknown> } };

const keptMilliseconds = 60_000;

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
  router.use(compression());
  router.get('/openapi.json', async (_req, res) => void res.type('json').send(await describe()));
  router.use(pageHeaders(publicUrl.startsWith('https://'), { images: ['blob:'] }));
  router.get('/', (_req, res) => res.sendFile('index.html', { root: pageFolder, cacheControl: false }));
  router.use('/page', express.static(pageFolder, { ...files, maxAge: '1h' }));
  router.use('/fonts', express.static(fontFolder, { ...files, maxAge: '365d', immutable: true }));
  router.use('/viewer', express.static(viewerFolder, { ...files, setHeaders: keepChunks }));
  return router;
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

/**
 * Merges the services' descriptions and caches the result as text. Concurrent requests share one collection:
 * generating a description blocks a service, and anyone may request it.
 */
const gather = (parts: DocsParts): (() => Promise<string>) => {
  let kept: { text: string; until: number } | null = null;
  let underWay: Promise<string> | null = null;
  const ask = async (): Promise<string> => {
    const { description, isWhole } = await putTogether(parts);
    const text = JSON.stringify(description);
    if (isWhole) kept = { text, until: performance.now() + keptMilliseconds };
    return text;
  };
  return async () => {
    if (kept && kept.until > performance.now()) return kept.text;
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
