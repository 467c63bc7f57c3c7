import { createServer, get, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { captureLog } from '@tessera/kit/test/log';
import express from 'express';
import { serveDocs } from './docs.ts';

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A gateway's description in front of one service, which says how often it was asked. */
const startDocs = async (answer: RequestListener) => {
  let asked = 0;
  const target = await listen((req, res) => {
    asked += 1;
    answer(req, res);
  });
  const url = 'http://localhost:3000';
  const { logger: log } = captureLog();
  const docs = serveDocs({ targets: { billing: target }, publicUrl: url, basePath: '/api/auth', log });
  const base = await listen(express().use('/api/docs', docs));
  const read = async () => {
    const answered = await fetch(`${base}/api/docs/openapi.json`);
    return { type: answered.headers.get('content-type'), body: (await answered.json()) as { paths: object } };
  };
  return { base: `${base}/api/docs`, read, asked: () => asked };
};

describe('the description', () => {
  it('is asked of a service once, however many want it at once, and not again for those who come later', async () => {
    const { read, asked } = await startDocs((_req, res) => {
      res.end(JSON.stringify({ paths: { '/api/things': { get: {} } } }));
    });
    const all = await Promise.all(Array.from({ length: 20 }, read));
    for (const { type, body } of [...all, await read()])
      expect([type, body.paths]).toEqual(['application/json; charset=utf-8', { '/api/things': { get: {} } }]);
    expect(asked()).toBe(1);
  });

  it('lacks a service that is away, and has it once it is back', async () => {
    let isAway = true;
    const { read } = await startDocs((_req, res) => {
      if (isAway) res.writeHead(503).end();
      else res.end(JSON.stringify({ paths: { '/api/things': { get: {} } } }));
    });
    expect((await read()).body.paths).toEqual({});
    isAway = false;
    expect((await read()).body.paths).toEqual({ '/api/things': { get: {} } });
  });
});

/** Asks, and leaves the body as it came: fetch would unpack it. */
const ask = (url: string, encodings: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const asking = get(url, { headers: { 'accept-encoding': encodings } }, (res) => {
      buffer(res).then((body) => resolve({ headers: res.headers, body }), reject);
    });
    asking.on('error', reject);
  });

describe('what anybody may ask for at any rate', () => {
  const paths = Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`/api/${nth}`, { get: {} }]));

  it('is compressed once: the description', async () => {
    const { base } = await startDocs((_req, res) => res.end(JSON.stringify({ paths })));
    const url = `${base}/openapi.json`;
    const plain = await ask(url, 'identity');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const zipped = await ask(url, 'gzip, deflate, br');
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    // Sent as it is kept, and not in pieces as they are compressed.
    expect(zipped.headers['content-length']).toBe(String(zipped.body.length));
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
  });

  it('is no file that the page does not load', async () => {
    const { base } = await startDocs((_req, res) => res.end('{}'));
    const status = async (path: string) => (await fetch(`${base}/viewer/${path}`)).status;
    expect(await status('standalone.esm.js')).toBe(200);
    for (const path of [
      'standalone.js',
      'standalone.js.map',
      'standalone.esm.js.map',
      'chunks/..%2fstandalone.js',
    ])
      expect(await status(path)).toBe(404);
  });
});
