import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { billingDialect } from '@tessera/proto/api/error';
import { timestamp } from '@tessera/proto/api/wire';
import express from 'express';
import { z } from 'zod';
import { endpointFor } from './endpoint.ts';
import { describeApi, describeRoutes, descriptionRoutes } from './openapi.ts';
import { needsScope } from './passport.ts';
import { Router } from './router.ts';

const endpoint = endpointFor(billingDialect);
const Thing = z.object({
  thingName: z.string(),
  createdAt: timestamp,
  metadata: z.record(z.string(), z.string()),
});
const routes = () =>
  Router().post(
    '/things/:thingId',
    needsScope('things:write'),
    endpoint(
      {
        params: z.object({ thingId: z.string() }),
        query: z.object({ dryRun: z.string().optional() }),
        body: Thing.pick({ thingName: true }),
        reply: Thing,
        status: 201,
        summary: 'Make a thing',
      },
      () => ({ thingName: 'x', createdAt: new Date(0), metadata: {} }),
    ),
  );

describe('describeRoutes', () => {
  it('tells what is sent that is no JSON', () => {
    const shapes = { media: 'text/csv', summary: 'Export things as CSV' };
    const table = Router().get(
      '/things/export',
      endpoint(shapes, ({ res }) => res.end()),
    );
    expect(describeRoutes('', table)['/things/export']).toMatchObject({
      get: { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } },
    });
  });

  it('tells paths, scopes and shapes as they are on the wire', () => {
    const paths = describeRoutes('/api/billing/v1', routes()) as Record<string, Record<string, never>>;
    expect(Object.keys(paths)).toEqual(['/api/billing/v1/things/{thing_id}']);
    const post = paths['/api/billing/v1/things/{thing_id}']?.['post'];
    expect(post).toMatchObject({
      summary: 'Make a thing',
      description: 'Scopes: things:write',
      parameters: [
        { name: 'thing_id', in: 'path', required: true },
        { name: 'dry_run', in: 'query', required: false },
      ],
      requestBody: { content: { 'application/json': { schema: { required: ['thing_name'] } } } },
      responses: {
        201: {
          content: {
            'application/json': {
              schema: { properties: { created_at: { type: 'string', format: 'date-time' } } },
            },
          },
        },
        '4XX': {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/BillingError' } } },
        },
      },
    });
    expect(describeApi('/api/billing/v1', routes()).components.schemas['BillingError']).toMatchObject({
      required: ['error', 'detail'],
      properties: { error: { type: 'string' } },
    });
  });

  it('tells what a handler sends piece by piece', () => {
    const streaming = Router().get(
      '/things/export',
      endpoint({ sent: Thing, summary: 'Take all away' }, ({ res }) => void res.end('{}')),
    );
    const paths = describeRoutes('/api/billing/v1', streaming) as Record<string, Record<string, never>>;
    const required = ['thing_name', 'created_at', 'metadata'];
    expect(paths['/api/billing/v1/things/export']?.['get']).toMatchObject({
      responses: { 200: { content: { 'application/json': { schema: { required } } } } },
    });
  });

  it('names a shape that stands within itself, and no bound of whole numbers', () => {
    const Branch = z
      .object({
        leafCount: z.int(),
        get branches() {
          return z.array(Branch);
        },
      })
      .meta({ id: 'Branch' });
    const router = Router().post(
      '/trees',
      endpoint({ body: Branch, reply: z.object({ root: Branch }) }, ({ body }) => ({ root: body })),
    );
    const { paths, components } = describeApi('', router);
    const found = JSON.stringify({ paths, components });
    const references = [...found.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(references)).toEqual(new Set(Object.keys(components.schemas)));
    expect(found).not.toContain('$defs');
    expect(found).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(components.schemas['Branch']).toMatchObject({
      properties: {
        leaf_count: { type: 'integer' },
        branches: { items: { $ref: '#/components/schemas/Branch' } },
      },
    });
    const nameless = z.object({
      get within() {
        return z.array(nameless);
      },
    });
    const bad = Router().post(
      '/bad',
      endpoint({ body: nameless }, () => undefined),
    );
    expect(() => describeApi('', bad)).toThrow(/meta/);
  });

  it('describes routers used in a router, and refuses one whose path would be lost', () => {
    expect(Object.keys(describeRoutes('', Router().use(routes())))).toEqual(['/things/{thing_id}']);
    expect(() => describeRoutes('', Router().use('/below', routes()))).toThrow(/whole paths/);
  });
});

describe('descriptionRoutes', () => {
  it('describes once, however often it is asked', async () => {
    let described = 0;
    const routes = descriptionRoutes(() => {
      described += 1;
      return { paths: { '/things': { get: { described } } }, components: { schemas: {} } };
    });
    const server = createServer(express().use(routes));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
    expect(described).toBe(0);
    for (let count = 0; count < 3; count += 1)
      expect(await (await fetch(url)).json()).toMatchObject({
        paths: { '/things': { get: { described: 1 } } },
      });
    server.close();
  });
});
