import express, { type RequestHandler } from 'express';
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
  .post('/things', say('new'));
const router = Router()
  .use(gate)
  .use(Router().use(Router().get('/deep/inside', say('deep'))))
  .use(things)
  .use('/under', Router().get('/things', say('under')))
  .use(more)
  .get('/things/:id', say('too late'));

const ask = async (handler: RequestHandler, method: string, url: string) => {
  const app = express().use('/v1', handler);
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
  ])('answer as a router does: %s %s', async (method, url) => {
    passed.length = 0;
    const expected = await ask(router, method, url);
    expect(await ask(bySegment(router), method, url)).toEqual(expected);
    expect(passed).toEqual([passed[0], passed[0]]);
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
