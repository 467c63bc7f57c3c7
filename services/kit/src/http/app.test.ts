import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { authDialect, billingDialect } from '@tessera/proto/api/error';
import type { Caller } from '@tessera/proto/api/passport';
import { Router as createRouter } from 'express';
import { z } from 'zod';
import { eventually } from '../../test/eventually.ts';
import { captureLog } from '../../test/log.ts';
import { oauthClientOf } from '../../test/oauth-clients.ts';
import { failingLoops, loop } from '../background/loop.ts';
import { countWaiting } from '../background/waiting.ts';
import { kitErrors } from '../errors.ts';
import { createMetrics } from '../observability/metrics.ts';
import { requestedLanguage } from '../text/request-language.ts';
import { createApp } from './app.ts';
import { endpointFor } from './endpoint.ts';
import { describeRoutes } from './openapi.ts';
import { needsScope } from './passport.ts';
import { Router } from './router.ts';

const log = captureLog();
let server: Server;
let base: string;
let isReady = true;
let isBusThere = true;

const auth = endpointFor(authDialect);
const billing = endpointFor(billingDialect);
const Thing = z.object({ thingName: z.string(), madeAt: z.date().nullable() });
const token: Caller = { kind: 'token', tokenId: 't', organizationId: 'o', scopes: ['things:read'] };
const client: Caller = { ...oauthClientOf('u', 'things:read'), tokenId: 'p', clientId: 'c' };

const authRoutes = Router()
  .post(
    '/echo',
    auth({ body: z.object({ userName: z.string() }), reply: z.unknown() }, ({ body }) => body),
  )
  .post(
    '/loose',
    auth({ body: z.object({ userName: z.string().optional() }), reply: z.unknown() }, ({ body }) => body),
  )
  .get('/asked', (req, res) => void res.json(req.query))
  .get(
    '/mine',
    auth({ session: true }, () => undefined),
  );

const billingRoutes = Router()
  .post(
    '/things/:thingId',
    needsScope('things:write'),
    billing(
      {
        params: z.object({ thingId: z.string() }),
        body: Thing.omit({ madeAt: true }),
        reply: Thing,
        status: 201,
      },
      ({ body }) => ({ ...body, madeAt: null }),
    ),
  )
  .get(
    '/things',
    needsScope('things:read'),
    billing(
      { query: z.object({ pageSize: z.coerce.number().optional() }), reply: Thing, summary: 'List things' },
      () => ({ thingName: 'a', madeAt: new Date(0), secret: 'x' }),
    ),
  )
  .post(
    '/any',
    billing({ body: z.unknown(), reply: z.unknown() }, ({ body }) => body),
  )
  .post(
    '/parts/:id',
    billing(
      {
        params: z.object({ id: z.uuid('Must be a UUID') }),
        query: z.object({ pageSize: z.coerce.number().optional() }),
        body: z.object({ userName: z.string() }),
      },
      () => undefined,
    ),
  )
  .post(
    '/named',
    billing({ body: z.object({ name: z.string() }) }, () => undefined),
  )
  .post(
    '/language',
    billing({ reply: z.unknown() }, () => requestedLanguage(['de'])),
  )
  .get(
    '/break',
    billing({}, () => Promise.reject(Object.assign(new Error('SELECT password'), { status: 404 }))),
  )
  .get(
    '/away',
    billing({}, () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))),
  )
  .get(
    '/lost',
    billing({}, () => Promise.reject(kitErrors.ResourceNotFound())),
  );

beforeAll(async () => {
  const app = createApp({
    log: log.logger,
    metrics: createMetrics('test'),
    passports: (passport) =>
      Promise.resolve(passport === 'token' ? token : passport === 'client' ? client : { kind: 'anonymous' }),
    mounts: [
      { path: '/api/auth', dialect: authDialect, routes: authRoutes },
      { path: '/api/billing', dialect: billingDialect, routes: billingRoutes },
    ],
    internal: Router().get('/break', () => {
      throw new Error('internal');
    }),
    bodyLimit: 200_000,
    checks: { database: () => (isReady ? Promise.resolve() : Promise.reject(new Error('away'))) },
    dispensable: { bus: () => (isBusThere ? Promise.resolve() : Promise.reject(new Error('away'))) },
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Sent = { body?: string; headers?: Record<string, string> };

const send = async (method: string, path: string, options: Sent = {}) => {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: options.body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
/** An object with so many members, as text. */
const bodyOf = (members: number): string =>
  `{${Array.from({ length: members }, (_, at) => `"k${at}":{}`).join(',')}}`;
const any = '/api/billing/any';
const as = { headers: { 'x-tessera-passport': 'token' } };
const asClient = { headers: { 'x-tessera-passport': 'client' } };

describe('createApp', () => {
  it('answers unknown routes in the words of each API, and nothing elsewhere', async () => {
    expect(await send('GET', '/api/auth/none')).toMatchObject({ status: 404, text: '' });
    const { status, text } = await send('GET', '/api/billing/none');
    expect([status, JSON.parse(text)]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not Found' }]);
    expect(await send('GET', '/')).toMatchObject({ status: 404, text: '' });
  });

  it('answers another method than a path has with those that it has, where the API does so', async () => {
    const { status, headers, text } = await send('DELETE', '/api/billing/things/', as);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toEqual({ error: 'MethodNotAllowed', detail: 'Method Not Allowed' });
    expect((await send('PUT', '/api/billing/things/1', as)).headers.get('allow')).toBe('POST');
    const auth = await send('DELETE', '/api/auth/mine');
    expect([auth.status, auth.headers.get('allow')]).toEqual([404, null]);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain'])(
    'says of a body that is %s that it has to be JSON, not that its fields are missing',
    async (type) => {
      const headers = { 'content-type': type };
      const { status, text } = await send('POST', '/api/billing/named', { headers, body: '{"name":"a"}' });
      const msg = 'The body must be JSON, with the header Content-Type: application/json';
      expect([status, JSON.parse(text).detail]).toEqual([422, [{ loc: ['body'], msg, type: 'json_type' }]]);
    },
  );

  it('reads JSON where the content type names it anywhere, in the API whose clients may send that', async () => {
    const body = '{"userName":"a"}';
    for (const type of [
      'text/plain; application/json',
      'application/jsonp',
      'application/json, text/plain',
    ]) {
      const headers = { 'content-type': type };
      expect((await send('POST', '/api/auth/echo', { headers, body })).text).toBe(body);
      expect((await send('POST', any, { headers, body })).text).not.toBe(body);
    }
  });

  it('names what is wrong with path, query and body in one error', async () => {
    const refused = async (path: string, body: object) => {
      const { status, text } = await send('POST', path, { body: JSON.stringify(body) });
      return [status, (JSON.parse(text) as { detail: { loc: unknown }[] }).detail.map(({ loc }) => loc)];
    };
    const wrong = '/api/billing/parts/1?page_size=x';
    const [path, query, inBody] = [
      ['path', 'id'],
      ['query', 'page_size'],
      ['body', 'user_name'],
    ];
    expect(await refused(wrong, {})).toEqual([422, [path, query, inBody]]);
    expect(await refused(wrong, { user_name: 'a' })).toEqual([422, [path, query]]);
    expect(await refused(wrong.replace('x', '1'), { user_name: 1 })).toEqual([422, [path, inBody]]);
  });

  it('names the field that is missing in another kind of JSON', async () => {
    const json = { headers: { 'content-type': 'application/merge-patch+json' }, body: '{"n":"a"}' };
    const { text } = await send('POST', '/api/billing/named', json);
    expect(JSON.parse(text).detail).toMatchObject([{ loc: ['body', 'name'] }]);
  });

  it.each([
    ['broken JSON', '{"a":'],
    ['an escaped NUL in what is no JSON', '{"a":"\\u0000"'],
    ['a raw NUL', '{"a":"\0"}'],
    ['bottomless nesting', '['.repeat(4_000)],
    ['more members than any shape has', bodyOf(10_001)],
    ['deep nesting that is well formed', `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('refuses %s', async (_name, body) => {
    const refused = await send('POST', any, { body });
    expect([refused.status, JSON.parse(refused.text).detail[0].type]).toEqual([422, 'json_invalid']);
    expect((await send('POST', '/api/auth/echo', { body })).status).toBe(400);
  });

  it.each([
    ['{"a":"\\u0000"}', [['a']]],
    ['{"a":"\\\\\\u0000"}', [['a']]],
    [
      '{"list":[{},{"b_c":"x\\u0000"},{"d\\u0000":1}]}',
      [
        ['list', 1, 'b_c'],
        ['list', 2],
      ],
    ],
    ['"\\u0000"', [[]]],
    ['{"a":"\\u0000","a":1}', [[]]],
  ])('says where there is NUL: %s', async (body, places) => {
    const refused = await send('POST', any, { body });
    expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
      422,
      places.map((place) => ({
        loc: ['body', ...place],
        msg: 'Contains a character that cannot be stored',
        type: 'value_error',
      })),
    ]);
    expect((await send('POST', '/api/auth/echo', { body })).status).toBe(400);
  });

  it('says of what is nested too deep, or too much, that it is so', async () => {
    for (const body of [`${'['.repeat(65)}${']'.repeat(65)}`, bodyOf(10_001)]) {
      const { text } = await send('POST', any, { body });
      expect(JSON.parse(text).detail[0].msg).toBe('The body is nested too deep or has too many members');
    }
  });

  it.each([
    '{"a":"\\\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":"[[[["}',
    `{"a":"${'\\\\\\"'.repeat(100)}${'['.repeat(100)}"}`,
    bodyOf(10_000),
    `[${Array(2).fill(bodyOf(6_000)).join(',')}]`,
    `${'['.repeat(64)}${']'.repeat(64)}`,
    'null',
  ])('takes %s', async (body) => {
    expect(await send('POST', any, { body })).toMatchObject({ status: 200 });
  });

  it('refuses what is too large, wrongly encoded or badly addressed with 4xx', async () => {
    const statuses = await Promise.all([
      send('POST', any, { body: JSON.stringify('x'.repeat(200_000)) }),
      send('POST', any, { body: '{}', headers: { 'content-encoding': 'zip' } }),
      send('POST', any, { body: '{}', headers: { 'content-type': 'application/json; charset=klingon' } }),
      send('POST', any, { body: 'not gzip', headers: { 'content-encoding': 'gzip' } }),
      send('POST', any, { body: 'a=%00', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      send('POST', '/api/billing/things/%E0%A4%A', { body: '{}' }),
      send('GET', `/api/billing/things?${'a=1&'.repeat(600)}`, as),
      send('GET', '/api/billing/things?pageSize=%00', as),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([413, 415, 415, 400, 422, 400, 400, 400]);
  });

  it.each([
    ['a plain body', { body: '{}' }],
    [
      'one that is read more thoroughly',
      { body: '{}', headers: { 'content-type': 'application/scim+json' } },
    ],
    ['none', {}],
  ])(
    'keeps in mind what language the request is answered in, with %s',
    async (_what, { body, headers }: Sent) => {
      const wanted = { ...headers, 'accept-language': 'de-AT' };
      const { text } = await send('POST', '/api/billing/language', {
        ...(body && { body }),
        headers: wanted,
      });
      expect(text).toBe('"de"');
    },
  );

  it('takes a body of another type for none', async () => {
    const body = '{"userName":"a"}';
    const { status } = await send('POST', '/api/auth/echo', {
      body,
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(400);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded'])(
    'takes no bytes of %s for no body in the auth API',
    async (type) => {
      const headers = { 'content-type': type };
      expect((await send('POST', '/api/auth/loose', { body: '', headers })).status).toBe(400);
    },
  );

  it('lets the last of repeated values count in the auth API, in queries and forms', async () => {
    const asked = await send('GET', '/api/auth/asked?a=1&a=2&b[c]=3&b[]=4&__proto__=5');
    expect(JSON.parse(asked.text)).toEqual({ a: '2', 'b[c]': '3', 'b[]': '4' });
    const { text } = await send('POST', '/api/auth/echo', {
      body: 'userName=a&userName=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(JSON.parse(text)).toEqual({ userName: 'b' });
    expect((await send('GET', '/api/auth/asked?a=%00')).status).toBe(400);
  });

  it('answers HEAD and OPTIONS without a body of its own', async () => {
    expect(await send('HEAD', '/api/billing/things', as)).toMatchObject({ status: 200, text: '' });
    expect((await send('OPTIONS', '/api/billing/things')).status).toBe(200);
  });

  it('tells nothing of an unknown failure, and logs it once', async () => {
    const before = log.lines().length;
    const { status, text } = await send('GET', '/api/billing/break', {
      headers: { 'x-request-id': 'request-7' },
    });
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { error: 'InternalServerError', detail: 'Internal Server Error' },
    ]);
    const lines = log
      .lines()
      .slice(before)
      .filter(({ requestId }) => requestId === 'request-7');
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
    expect(await send('GET', '/internal/break')).toMatchObject({ status: 500, text: '' });
  });

  it('says of a server that is away that another try may help', async () => {
    const { status, text } = await send('GET', '/api/billing/away');
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { error: 'ServiceUnavailable', detail: 'The service is temporarily unavailable.' },
    ]);
  });

  it('keeps the id of a request, or gives it one', async () => {
    const kept = await send('GET', '/api/billing/lost', { headers: { 'x-request-id': 'mine' } });
    expect([kept.status, kept.headers.get('x-request-id')]).toEqual([404, 'mine']);
    expect((await send('GET', '/api/billing/lost')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes an upload that its caller aborts for no failure of its own', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const head = 'POST /api/billing/any HTTP/1.1\r\nhost: x\r\nx-request-id: aborted-upload\r\n';
    socket.write(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":`, () =>
      socket.destroy(),
    );
    const lines = () => log.lines().filter(({ requestId }) => requestId === 'aborted-upload');
    await eventually(() => expect(lines()).toEqual([expect.objectContaining({ level: 30, status: 400 })]));
  });

  it('survives a request that is no HTTP', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end('rubbish\r\n\r\n');
    const [answer] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
    expect(answer.toString()).toContain('400 Bad Request');
  });
});

describe('operations', () => {
  it('tell of a loop that keeps failing, and of what waits, without taking the process away', async () => {
    const work = loop({ every: 60_000, log: log.logger, name: 'mending' }, () =>
      Promise.reject(new Error('cannot be mended')),
    );
    const forget = countWaiting('mending', () => Promise.resolve(7));
    await eventually(() => expect(failingLoops().map(({ name }) => name)).toContain('mending'));
    expect(JSON.parse((await send('GET', '/ready')).text)).not.toHaveProperty('failingLoops');
    // oxlint-disable-next-line typescript/unbound-method -- called with `performance` below
    const { now } = performance;
    performance.now = () => now.call(performance) + 31_000;
    const [ready, metrics] = [await send('GET', '/ready'), await send('GET', '/metrics')];
    performance.now = now;
    expect([ready.status, JSON.parse(ready.text)]).toMatchObject([
      200,
      { status: 'ready', failing: [], failingLoops: ['mending'] },
    ]);
    expect(metrics.text).toMatch(/^loop_failing_seconds\{loop="mending".*\} 3[01]/m);
    expect(metrics.text).toMatch(/^work_waiting\{work="mending".*\} 7$/m);
    forget();
    await work.stop();
    expect(JSON.parse((await send('GET', '/ready')).text)).not.toHaveProperty('failingLoops');
  });

  it('are alive, ready when the connections work, and measured', async () => {
    expect((await send('GET', '/health')).status).toBe(200);
    expect((await send('GET', '/ready')).status).toBe(200);
    isReady = false;
    const { status, text } = await send('GET', '/ready');
    isReady = true;
    expect([status, JSON.parse(text)]).toEqual([503, { status: 'unready', failing: ['database'] }]);
    expect((await send('GET', '/metrics')).text).toContain('http_request_duration_seconds_bucket');
  });

  it('stay ready without what requests can do without, and tell of it', async () => {
    isBusThere = false;
    const ready = await send('GET', '/ready');
    isReady = false;
    const unready = await send('GET', '/ready');
    [isReady, isBusThere] = [true, true];
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready', failing: ['bus'] }]);
    expect([unready.status, JSON.parse(unready.text)]).toEqual([
      503,
      { status: 'unready', failing: ['database', 'bus'] },
    ]);
  });
});

describe('endpoint', () => {
  it('parses, spells and shapes', async () => {
    const body = '{"thing_name":"a"}';
    const refused = await send('POST', '/api/billing/things/1', { body, ...as });
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([403, 'insufficient_scope']);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="tessera", error="insufficient_scope", error_description="[^"]+", scope="things:write"$/,
    );
    const { text, headers } = await send('GET', '/api/billing/things', as);
    expect(JSON.parse(text)).toEqual({ thing_name: 'a', made_at: '1970-01-01T00:00:00.000Z' });
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('asks nobody we know to sign in, in the words of each API', async () => {
    expect(await send('GET', '/api/auth/mine')).toMatchObject({ status: 401, text: '' });
    const { status, headers } = await send('GET', '/api/billing/things');
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="tessera"']);
  });
});

describe('an OAuth client that acts for a user', () => {
  it('passes by its scopes, and is nobody where a session is asked for', async () => {
    expect((await send('GET', '/api/billing/things', asClient)).status).toBe(200);
    const refused = await send('POST', '/api/billing/things/1', {
      ...asClient,
      body: '{"thing_name":"x"}',
    });
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([403, 'insufficient_scope']);
    expect((await send('GET', '/api/auth/mine', asClient)).status).toBe(401);
  });

  it('is named in the log with its user', async () => {
    const headers = { ...asClient.headers, 'x-request-id': 'by-a-client' };
    await send('GET', '/api/billing/things', { headers });
    await eventually(() =>
      expect(log.lines().find(({ requestId }) => requestId === 'by-a-client')).toMatchObject({
        userId: 'u',
        accessTokenId: 'p',
        clientId: 'c',
      }),
    );
  });
});

describe('paths', () => {
  it('are found in their own case only, with or without a slash at the end', async () => {
    const statusOf = async (path: string) => (await send('GET', path, as)).status;
    for (const path of ['/api/billing/things', '/api/billing/things/'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of ['/api/billing/Things', '/api/Billing/things', '/API/billing/things', '/Health'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });

  it('are refused where a router would not look at their case', () => {
    const { logger } = log;
    const serve = (routes: Router) =>
      createApp({
        log: logger,
        metrics: createMetrics('test'),
        passports: async () => token,
        mounts: [{ path: '/api/x', dialect: authDialect, routes }],
        checks: {},
      });
    expect(() => serve(Router().use(createRouter()))).toThrow('@tessera/kit/http/router');
    expect(() => serve(Router().use(Router()))).not.toThrow();
  });
});

describe('describeRoutes', () => {
  it('describes what really runs: paths, spelling, scopes', () => {
    const paths = describeRoutes('/api/billing', Router().use(billingRoutes)) as Record<string, never>;
    expect(paths['/api/billing/things/{thing_id}']).toMatchObject({
      post: {
        parameters: [{ name: 'thing_id', in: 'path', required: true }],
        description: 'Scopes: things:write',
        requestBody: { content: { 'application/json': { schema: { properties: { thing_name: {} } } } } },
        responses: { 201: {} },
      },
    });
    expect(paths['/api/billing/things']).toMatchObject({
      get: { summary: 'List things', parameters: [{ name: 'page_size', in: 'query', required: false }] },
    });
  });
});
