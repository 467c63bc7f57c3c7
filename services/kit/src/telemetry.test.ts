import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currentTraceparent, startTelemetry, withSpan } from './telemetry.ts';

const startCollector = async () => {
  const received: { url: string; body: string }[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    req.on('end', () => {
      received.push({ url: req.url ?? '', body });
      res.setHeader('content-type', 'application/json');
      res.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

describe('telemetry', () => {
  it('continues the caller’s trace, passes it on, and exports the span to the configured endpoint', async () => {
    const collector = await startCollector();
    const stop = await startTelemetry('kit', collector.url);
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

  it('begins and continues traces where nothing is exported', async () => {
    const stop = await startTelemetry('kit', undefined);
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
