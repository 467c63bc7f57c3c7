import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '@tessera/kit/process/drain';
import { eventually } from '@tessera/kit/test/eventually';
import type { Refusal } from '../request/errors.ts';
import { createHop } from './hop.ts';

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = async (server: Server): Promise<Server> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

let stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
});

/** A hop in front of a service that does as it is told. */
const start = async (answer: RequestListener) => {
  const asked: string[] = [];
  const service = await listen(
    createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`);
      answer(req, res);
    }),
  );
  const failures: Refusal[] = [];
  const hop = createHop({
    target: urlOf(service),
    timeout: 60_000,
    failed: (_req, res, failure) => {
      failures.push(failure);
      res.writeHead(failure.status).end();
    },
  });
  const fronts: ServerResponse[] = [];
  const front = await listen(
    createServer((req, res) => {
      fronts.push(res);
      hop(req, res);
    }),
  );
  stops.push(async () => {
    hop.close();
    for (const server of [front, service]) server.closeAllConnections();
    await Promise.all([closeServer(front), closeServer(service)]);
  });
  return { asked, failures, fronts, url: urlOf(front) };
};

describe('a service that closes a kept connection under a request', () => {
  const closeOnce = (): RequestListener => {
    let closed = 0;
    return (req, res) => {
      if (req.url !== '/closing' || closed > 0) return void res.end('here');
      closed += 1;
      req.socket.destroy();
    };
  };

  it('is asked again for what only reads', async () => {
    const { asked, failures, url } = await start(closeOnce());
    const reply = await fetch(`${url}/closing`);
    expect([reply.status, await reply.text()]).toEqual([200, 'here']);
    expect(asked).toEqual(['GET /closing', 'GET /closing']);
    expect(failures).toEqual([]);
  });

  it('is not asked again for what changes something', async () => {
    const { asked, url } = await start(closeOnce());
    expect((await fetch(`${url}/closing`, { method: 'POST' })).status).toBe(502);
    expect(asked).toEqual(['POST /closing']);
  });

  it('is asked twice at most', async () => {
    const { asked, url } = await start((req) => void req.socket.destroy());
    expect((await fetch(url)).status).toBe(502);
    expect(asked).toHaveLength(2);
  });
});

describe('an answer', () => {
  it('of any size comes whole to a caller who reads slowly, and is not gathered here meanwhile', async () => {
    const piece = Buffer.alloc(65_536, 'x');
    let gathered = 0;
    const { fronts, url } = await start(async (_req, res) => {
      for (let sent = 0; sent < 512; sent += 1) {
        if (!res.write(piece)) await new Promise((resolve) => res.once('drain', resolve));
        gathered = Math.max(gathered, fronts[0]?.writableLength ?? 0);
      }
      res.end();
    });
    const reader = (await fetch(url)).body?.getReader();
    let length = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.length;
      // Slower than they come.
      await new Promise(setImmediate);
    }
    expect(length).toBe(512 * piece.length);
    expect(gathered).toBeLessThan(2_000_000);
  });

  it('keeps its headers, but those of the connection to the service', async () => {
    const { url } = await start((_req, res) => {
      res.setHeader('set-cookie', ['a=1', 'b=2']);
      res.setHeader('keep-alive', 'timeout=1');
      res.setHeader('x-latin', 'caf\u00e9');
      res.statusCode = 201;
      res.end(Buffer.from('{}'));
    });
    const { status, headers } = await fetch(url, { method: 'POST' });
    expect([status, headers.getSetCookie(), headers.get('x-latin')]).toEqual([
      201,
      ['a=1', 'b=2'],
      'caf\u00e9',
    ]);
    expect(headers.get('keep-alive')).not.toBe('timeout=1');
    expect(headers.get('content-length')).toBe('2');
  });

  it.each([
    ['HEAD', 200, '5'],
    ['GET', 204, null],
    ['GET', 304, null],
  ])('without a body ends at once: %s, %i', async (method, status, length) => {
    const { url } = await start((_req, res) => {
      if (method === 'HEAD') res.setHeader('content-length', '5');
      res.writeHead(status).end();
    });
    const reply = await fetch(url, { method });
    expect([reply.status, await reply.text(), reply.headers.get('content-length')]).toEqual([
      status,
      '',
      length,
    ]);
  });

  it('that is announced is waited for', async () => {
    const { url } = await start((_req, res) => {
      res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }, () => res.end('later'));
    });
    const reply = await fetch(url);
    expect([reply.status, await reply.text(), reply.headers.get('link')]).toEqual([200, 'later', null]);
  });

  it('that the service breaks off is broken off for the caller, too', async () => {
    const { failures, url } = await start((req, res) => {
      res.setHeader('content-length', '1000');
      res.write('some', () => req.socket.destroy());
    });
    await expect(fetch(url).then((reply) => reply.text())).rejects.toThrow();
    expect(failures).toEqual([]);
  });

  it('is not prepared any more for a caller who has left', async () => {
    let left = false;
    const { asked, url } = await start((_req, res) => void res.on('close', () => (left = true)));
    const leaving = new AbortController();
    const reply = fetch(url, { signal: leaving.signal });
    await eventually(() => expect(asked).toHaveLength(1));
    leaving.abort();
    await expect(reply).rejects.toThrow();
    await eventually(() => expect(left).toBe(true));
  });
});
