import { billingDialect } from '@tessera/proto/api/error';
import { timestamp } from '@tessera/proto/api/wire';
import { z } from 'zod';
import { endpointFor } from './endpoint.ts';
import { describeRoutes } from './openapi.ts';
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
      },
    });
  });

  it('describes routers used in a router, and refuses one whose path would be lost', () => {
    expect(Object.keys(describeRoutes('', Router().use(routes())))).toEqual(['/things/{thing_id}']);
    expect(() => describeRoutes('', Router().use('/below', routes()))).toThrow(/whole paths/);
  });
});
