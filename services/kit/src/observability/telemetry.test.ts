import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authDialect } from '@tessera/proto/api/error';
import { captureLog } from '../../test/log.ts';
import { createApp } from '../http/app.ts';
import { Router } from '../http/router.ts';
import { createMetrics } from './metrics.ts';
import { currentTraceparent, startEntry, startTelemetry, withSpan } from './telemetry.ts';

const startCollector = async (status = 200) => {
  const received: { url: string; body: string }[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    req.on('end', () => {
      received.push({ url: req.url ?? '', body });
      res.statusCode = status;
      res.setHeader('content-type', 'application/json');
      res.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

const startApp = async (routes: Router) => {
  const app = createApp({
    log: captureLog().logger,
    metrics: createMetrics('test'),
    passports: () => Promise.resolve({ kind: 'anonymous' }),
    mounts: [{ path: '/api/auth', dialect: authDialect, routes }],
    checks: {},
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('telemetry', () => {
  it('continues the caller’s trace, passes it on, and exports the span to the configured endpoint', async () => {
    const collector = await startCollector();
    const stop = await startTelemetry('kit', collector.url, captureLog().logger);
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const passedOn = await withSpan('work', { traceparent: `00-${trace}-b7ad6b7169203331-01` }, () =>
      Promise.resolve(currentTraceparent()),
    );
    expect(passedOn).toMatch(new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
    expect(currentTraceparent()).toBeUndefined();
    await stop();
    expect(collector.received.map(({ url }) => url)).toEqual(['/v1/traces']);
    expect(collector.received[0]?.body).toContain(trace);
    expect(collector.received[0]?.body).toContain('tessera-kit');
    collector.server.close();
  });

  it('exports the entry of a request, which the rest of its trace hangs on', async () => {
    const collector = await startCollector();
    const stop = await startTelemetry('kit', collector.url, captureLog().logger);
    const entry = startEntry('GET', undefined);
    await withSpan('work', { traceparent: entry?.traceparent }, () => Promise.resolve());
    entry?.endSpan({ method: 'GET', route: '/things/:id', status: 503 });
    await stop();
    const [, traceId, spanId] = entry?.traceparent.split('-') ?? [];
    const spans = JSON.parse(collector.received[0]?.body ?? '').resourceSpans[0].scopeSpans[0].spans;
    expect(spans).toMatchObject([
      { traceId, parentSpanId: spanId, name: 'work' },
      { traceId, spanId, name: 'GET /things/:id', kind: 2, status: { code: 2 } },
    ]);
    expect(startEntry('GET', undefined)).toBeUndefined();
    collector.server.close();
  });

  it('names a request by its route: the path may be a secret', async () => {
    const collector = await startCollector();
    const stop = await startTelemetry('kit', collector.url, captureLog().logger);
    const route = '/reset-password/:token';
    const app = await startApp(Router().get(route, (_req, res) => void res.status(204).end()));
    await fetch(`${app.url}/api/auth/reset-password/secret-of-a-mail`);
    await fetch(`${app.url}/api/auth/secret-of-a-mail`);
    await new Promise((resolve) => app.server.close(resolve));
    await stop();
    const [{ body } = { body: '' }] = collector.received;
    expect(body).toContain(`GET /api/auth${route}`);
    expect(body).not.toContain('secret-of-a-mail');
    collector.server.close();
  });

  it('says once that nobody takes the traces', async () => {
    const collector = await startCollector(404);
    const { logger, lines } = captureLog();
    const stop = await startTelemetry('kit', collector.url, logger);
    // A batch is sent when it is full: two of them.
    for (let span = 0; span < 1_024; span += 1) await withSpan('work', {}, () => Promise.resolve());
    await stop().catch(() => undefined);
    expect(collector.received).toHaveLength(2);
    expect(lines().map(({ msg }) => msg)).toEqual(['traces cannot be sent (OTEL_EXPORTER_OTLP_ENDPOINT)']);
    collector.server.close();
  });

  it('begins and continues traces where nothing is exported', async () => {
    const stop = await startTelemetry('kit', undefined, captureLog().logger);
    const begun = await withSpan('work', {}, async () => {
      const outer = currentTraceparent() ?? '';
      const inner = await withSpan('more', {}, () => Promise.resolve(currentTraceparent()));
      expect(inner).toMatch(new RegExp(`^${outer.slice(0, 35)}-(?!${outer.slice(36, 52)})[0-9a-f]{16}-01$`));
      return outer;
    });
    expect(begun).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
    const passedOn = await withSpan('work', { traceparent: begun }, () =>
      Promise.resolve(currentTraceparent()),
    );
    expect(passedOn?.slice(0, 35)).toBe(begun.slice(0, 35));
    expect(passedOn).not.toBe(begun);
    await expect(
      withSpan('work', { traceparent: 'nonsense' }, () => Promise.reject(new Error('gone'))),
    ).rejects.toThrow('gone');
    expect(currentTraceparent()).toBeUndefined();
    await stop();
  });
});
