import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  return { read, asked: () => asked };
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
