import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '@tessera/kit/service';
import { eventually } from '@tessera/kit/test/eventually';
import { createProxy } from './proxy.ts';
import type { Refusal } from './refuse.ts';

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = async (server: Server): Promise<Server> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** A proxy with four connections to a service that answers when it is told to. */
const start = async () => {
  const held: ServerResponse[] = [];
  const service = await listen(createServer((_req, res) => void held.push(res)));
  const failures: Refusal[] = [];
  const proxy = createProxy({
    target: urlOf(service),
    timeout: 30_000,
    sockets: 4,
    failed: (_req, res, failure) => {
      failures.push(failure);
      res.writeHead(failure.status).end();
    },
  });
  const front = await listen(createServer((req, res) => proxy(req, res)));
  return {
    held,
    failures,
    ask: async () => (await fetch(urlOf(front))).status,
    answer: () => held.shift()?.end(),
    stop: async () => {
      proxy.close();
      for (const server of [front, service]) server.closeAllConnections();
      await Promise.all([closeServer(front), closeServer(service)]);
    },
  };
};

describe('a service that answers nobody', () => {
  it('is not waited for by more than it has connections for', async () => {
    const { held, failures, ask, answer, stop } = await start();
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
    await eventually(() => {
      answer();
      expect(held).toHaveLength(0);
    });
    expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200]);
    const all = Promise.all(lined).then(() => 'answered');
    await eventually(async () => {
      while (held.length > 0) answer();
      expect(await Promise.race([all, Promise.resolve('open')])).toBe('answered');
    });
    const again = ask();
    await eventually(() => expect(held).toHaveLength(1));
    answer();
    expect(await again).toBe(200);
    await stop();
  }, 20_000);
});

describe('a service that answers', () => {
  it('is stood in line for, as long as the line is not longer than its connections', async () => {
    const { held, failures, ask, answer, stop } = await start();
    const asked = Array.from({ length: 9 }, () => ask());
    await eventually(() => expect(failures).toHaveLength(1));
    await eventually(() => {
      while (held.length > 0) answer();
      expect(failures).toHaveLength(1);
    });
    const statuses = Promise.all(asked);
    await eventually(async () => {
      while (held.length > 0) answer();
      expect(await Promise.race([statuses, Promise.resolve([])])).toHaveLength(9);
    });
    expect((await statuses).toSorted((a, b) => a - b)).toEqual([...Array<number>(8).fill(200), 503]);
    await stop();
  }, 20_000);
});
