import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '@tessera/kit/process/drain';
import { eventually } from '@tessera/kit/test/eventually';
import type { Refusal } from '../request/errors.ts';
import { createProxy } from './proxy.ts';

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

/** A proxy with four connections to a service that answers nobody until it is told to answer everybody. */
const start = async () => {
  const held: ServerResponse[] = [];
  let answers = false;
  const service = await listen(createServer((_req, res) => void (answers ? res.end() : held.push(res))));
  const failures: Refusal[] = [];
  const proxy = createProxy({
    target: urlOf(service),
    timeout: 60_000,
    sockets: 4,
    failed: (_req, res, failure) => {
      failures.push(failure);
      res.writeHead(failure.status).end();
    },
  });
  const front = await listen(createServer((req, res) => proxy(req, res)));
  stops.push(async () => {
    proxy.close();
    for (const server of [front, service]) server.closeAllConnections();
    await Promise.all([closeServer(front), closeServer(service)]);
  });
  return {
    held,
    failures,
    ask: async () => (await fetch(urlOf(front))).status,
    answerAll: () => {
      answers = true;
      for (const res of held) res.end();
    },
  };
};

describe('a service that answers nobody', () => {
  it('is not waited for by more than it has connections for, and by all again once it answers', async () => {
    const { held, failures, ask, answerAll } = await start();
    const waiting = [ask(), ask(), ask(), ask()];
    await eventually(() => expect(held).toHaveLength(4));
    // Who comes in its first second without an answer may stand in line; who comes later is told at once.
    const lined: Promise<number>[] = [];
    await eventually(() => {
      lined.push(ask());
      expect(failures.length).toBeGreaterThan(0);
    });
    expect(failures[0]).toMatchObject({ status: 503, retryAfter: 1 });
    expect(held).toHaveLength(4);
    answerAll();
    expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200]);
    const after = await Promise.all(lined);
    expect(after.filter((status) => status === 503)).toHaveLength(failures.length);
    expect(await ask()).toBe(200);
  });
});

describe('a service that is slow', () => {
  it('is stood in line for, as long as the line is not longer than its connections', async () => {
    const { failures, ask, answerAll } = await start();
    const asked = Array.from({ length: 9 }, () => ask());
    await eventually(() => expect(failures.length).toBeGreaterThan(0));
    answerAll();
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status === 503)).toHaveLength(failures.length);
    expect(statuses.filter((status) => status === 200)).toHaveLength(9 - failures.length);
  });
});
