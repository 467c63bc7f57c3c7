import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { eventually } from '../../test/eventually.ts';
import { sendReply } from './send-json.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const pagination = { total_count: 30, max_page: 1 };
const pageOf = (count: number, text: string) => ({
  items: Array.from({ length: count }, (_, at) => ({ at, text })),
  pagination,
  currency: 'usd',
});
const large = pageOf(30, 'x'.repeat(500_000));

describe('a reply', () => {
  it.each([
    ['of one thing', { items: [1, 2], name: 'an order' }],
    ['that is a page', pageOf(3, 'a')],
    ['that is an empty page', pageOf(0, '')],
    ['that is a large page', large],
  ])('%s arrives as it is', async (_name, value) => {
    const url = await serve((_req, res) => void sendReply(res as Response, value));
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(value);
  });

  it('of nothing has no body', async () => {
    const url = await serve((_req, res) => void sendReply(res as Response, undefined));
    expect(await (await fetch(url)).text()).toBe('');
  });

  it('that is a large page is followed by the next over the same connection, also where its head was asked for', async () => {
    const url = await serve((_req, res) => void sendReply(res as Response, large));
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('that is a large page lets others have a turn, and is never one text', async () => {
    let turn = 0;
    const turns = setInterval(() => (turn += 1), 0);
    const seen = new Set<number>();
    const text = 'x'.repeat(2_000_000);
    const item = {
      toJSON: () => {
        seen.add(turn);
        return text;
      },
    };
    const page = { items: Array.from({ length: 30 }, () => item), pagination };
    const url = await serve((_req, res) => void sendReply(res as Response, page));
    let length = 0;
    for await (const bytes of (await fetch(url)).body ?? []) length += bytes.length;
    clearInterval(turns);
    expect(length).toBeGreaterThan(60_000_000);
    expect(seen.size).toBeGreaterThan(3);
  });

  it('that nobody waited for while it was prepared is no failure', async () => {
    let sent: Promise<void> | undefined;
    const leaving = new AbortController();
    const url = await serve((_req, res) => {
      res.once('close', () => (sent = sendReply(res as Response, large)));
      leaving.abort();
    });
    await expect(fetch(url, { signal: leaving.signal })).rejects.toThrow('aborted');
    await eventually(() => expect(sent).toBeDefined());
    await expect(sent).resolves.toBeUndefined();
  });

  it('that nobody waits for any more is no failure', async () => {
    let sent: Promise<void> | undefined;
    const url = await serve((_req, res) => {
      sent = sendReply(res as Response, large);
    });
    const leaving = new AbortController();
    await fetch(url, { signal: leaving.signal });
    leaving.abort();
    await eventually(() => expect(sent).toBeDefined());
    await expect(sent).resolves.toBeUndefined();
  });
});
