import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { bySegment } from './by-segment.ts';
import { Router } from './router.ts';

const say =
  (text: string): RequestHandler =>
  (req, res) =>
    void res.json([text, req.baseUrl, (req.route as { path: unknown }).path, req.params]);

/** Counts whom it lets by. */
const passed: string[] = [];
const gate: RequestHandler = (req, _res, next) => {
  passed.push(req.url);
  next();
};

const things = Router().get('/things', say('all')).get('/things/:id', say('one'));
const more = Router()
  .get(['/others', '/things/:id/parts'], say('either'))
  .get('/:slug/about', say('anything'))
  .get(/^\/pattern-(\d+)$/, say('pattern'))
  .get('/', say('root'))
  .post('/things', say('new'))
  .get('/thrown', () => {
    throw new Error('thrown');
  })
  .get('/rejected', () => Promise.reject(new Error('rejected')))
  .get('/told', (_req, _res, next) => next(new Error('told')))
  .get('/passed-on/:id', gate, (_req, _res, next) => next())
  .all('/passed-on/:id', say('any method'))
  .get(['/thrown', '/rejected', '/told'], say('after a failure'));
const router = Router()
  .use(gate)
  .use(Router().use(Router().get('/deep/inside', say('deep'))))
  .use(things)
  .use('/under', Router().get('/things', say('under')))
  .use(more)
  .get('/things/:id', say('too late'));

const tellError: ErrorRequestHandler = (error: Error & { status?: number }, req, res, _next) =>
  void res.status(error.status ?? 500).json([error.message, req.params, req.baseUrl]);

const ask = async (handler: RequestHandler, method: string, url: string) => {
  const app = express().use('/v1', handler, tellError);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const reply = await fetch(`http://127.0.0.1:${port}/v1${url}`, { method });
  server.close();
  return [reply.status, reply.headers.get('allow'), await reply.text()];
};

describe('routes found by the first segment', () => {
  it.each([
    ['GET', '/things'],
    ['GET', '/things/'],
    ['GET', '/things?id=/deep'],
    ['POST', '/things'],
    ['HEAD', '/things/1'],
    ['OPTIONS', '/things'],
    ['GET', '/things/1'],
    ['GET', '/things/1/parts'],
    ['GET', '/others'],
    ['GET', '/deep/inside'],
    ['GET', '/under/things'],
    ['GET', '/pattern-12'],
    ['GET', '/things/about'],
    ['GET', '/never-named/about'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '?a=1'],
    ['GET', '//things'],
    ['GET', '/Things'],
    ['GET', '/%74hings'],
    ['GET', '/constructor'],
    ['DELETE', '/things'],
    ['GET', '/things/%E0%A4%A'],
    ['GET', '/things/%41'],
    ['GET', '/thrown'],
    ['GET', '/rejected'],
    ['GET', '/told'],
    ['GET', '/passed-on/1'],
    ['PATCH', '/passed-on/1/'],
    ['PURGE', '/things/1'],
  ])('answer as a router does: %s %s', async (method, url) => {
    passed.length = 0;
    const expected = await ask(router, method, url);
    expect(await ask(bySegment(router), method, url)).toEqual(expected);
    // Whom they let by is the same, too.
    expect(passed.slice(passed.length / 2)).toEqual(passed.slice(0, passed.length / 2));
    expect(passed.length).toBeGreaterThan(1);
  });

  it('tries none that another segment names', () => {
    const tried: string[] = [];
    const watched = (name: string): Router => {
      const own = Router().get(`/${name}`, (_req, _res, next) => next());
      for (const layer of own.stack as unknown as { match: (path: string) => unknown }[]) {
        const match = layer.match.bind(layer);
        layer.match = (path) => {
          tried.push(name);
          return match(path);
        };
      }
      return own;
    };
    const handle = bySegment(Router().use(watched('one')).use(watched('two')));
    let isOver = false;
    handle({ method: 'GET', url: '/three' } as never, {} as never, () => (isOver = true));
    expect([tried, isOver]).toEqual([[], true]);
    handle({ method: 'GET', url: '/two' } as never, {} as never, () => undefined);
    expect(tried).toEqual(['two']);
  });
});
