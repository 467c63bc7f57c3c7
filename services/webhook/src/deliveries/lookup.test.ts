import { createSocket, type Socket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tessera/kit/test/eventually';
import { Agent, request } from 'undici';
import { guardedConnector } from './destination.ts';
import { createLookup, type LookupOptions } from './lookup.ts';

/** A name server: knows addresses of some names, refuses `refused.example`, and keeps silent about `silent.example`. */
const zone: Record<string, { 1?: number[][]; 28?: number[][] }> = {
  'both.example': { 1: [[192, 0, 2, 1]], 28: [[0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 7]] },
  'six.example': { 28: [[0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 7]] },
};

describe('the lookup of host names', () => {
  const asked: string[] = [];
  let server: Socket;
  let servers: string[];
  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (message, from) => {
      const { name, type, end } = questionOf(message);
      asked.push(name);
      if (name === 'silent.example' || (name === '127.2' && type === 28)) return;
      const records = zone[name]?.[type as 1 | 28] ?? [];
      const code = name === 'refused.example' ? 5 : zone[name] ? 0 : 3;
      server.send(answerTo(message.subarray(0, end), type, code, records), from.port, from.address);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
  });
  afterAll(() => server.close());

  const find = (hostname: string, options: Partial<LookupOptions> = {}) =>
    new Promise((resolve) => {
      createLookup({ asksSystem: false, servers, ...options })(hostname, { all: true }, (error, addresses) =>
        resolve(error?.code ?? addresses.map(({ address }) => address)),
      );
    });

  it('finds the addresses of both families, and of one', async () => {
    expect(await find('both.example')).toEqual(['192.0.2.1', '2001:db8::7']);
    expect(await find('six.example')).toEqual(['2001:db8::7']);
  });

  it.each(['unknown.example', 'refused.example'])('reports %s as a name without addresses', async (name) =>
    expect(await find(name)).toBe('ENOTFOUND'),
  );

  it('answers other names while a hundred wait for a silent name server', async () => {
    const outcomes: unknown[] = [];
    const silent = Array.from({ length: 100 }, async () =>
      outcomes.push(await find('silent.example', { asksSystem: true, timeoutMilliseconds: 1_500 })),
    );
    await eventually(() =>
      expect(asked.filter((name) => name === 'silent.example').length).toBeGreaterThan(99),
    );
    expect(await find('both.example')).toEqual(['192.0.2.1', '2001:db8::7']);
    expect(outcomes).toEqual([]);
    await Promise.all(silent);
    expect(new Set(outcomes)).toEqual(new Set(['ENOTFOUND']));
  });

  it('knows this machine without a name server', async () => {
    expect(await find('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(await find('a.LOCALHOST.')).toEqual(['127.0.0.1', '::1']);
  });

  it('finds names of the hosts file while the name servers keep silent, where that is wanted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-hosts-'));
    const hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# silent.example\n192.0.2.5\tone.example Silent.example # a comment\n2001:db8::5 silent.example\n',
    );
    const known = (asksSystem: boolean) =>
      find('silent.EXAMPLE.', { asksSystem, hostsFile, timeoutMilliseconds: 100 });
    expect(await known(true)).toEqual(['192.0.2.5', '2001:db8::5']);
    expect(await known(false)).toBe('ENOTFOUND');
    await rm(folder, { recursive: true });
  });

  it('asks the system only where that is wanted, for what the name servers do not know', async () => {
    // A literal that the system understands and name servers do not know.
    expect(await find('127.1')).toBe('ENOTFOUND');
    expect(await find('127.1', { asksSystem: true })).toEqual(['127.0.0.1']);
    // Addresses of one family are denied, and the question for the other is not answered.
    expect(await find('127.2', { asksSystem: true, timeoutMilliseconds: 100 })).toBe('ENOTFOUND');
  });

  it('occupies no thread of the process for a delivery', async () => {
    const waiting = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'GetAddrInfoReqWrap').length;
    const rules = { allowHttp: false, allowLoopback: false, allowPrivateAddresses: false };
    const agent = new Agent({ connect: guardedConnector(rules) });
    const before = waiting();
    const sent = expect(request('https://endpoint.invalid/', { dispatcher: agent })).rejects.toThrow();
    expect(waiting()).toBe(before);
    await agent.destroy();
    await sent;
  });
});

/** The name and type of the only question of a DNS message, and where it ends. */
const questionOf = (message: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  while (message[at]) {
    const length = message[at] as number;
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
};

/** The answer to a question: a response code, or addresses that are valid for a minute. */
const answerTo = (question: Buffer, type: number, code: number, addresses: number[][]): Buffer => {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x81_80 + code, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, 12);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]),
  );
  return Buffer.concat([head, ...records]);
};
