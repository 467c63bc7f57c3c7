import { Blob as NodeBlob } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '@testing-library/react';
import type { Upload } from './files.ts';
import { declareParts, sendParts } from './send-parts.ts';

/** What a store takes in; the first so many requests to a path are refused with a status. */
const received = new Map<string, Buffer>();
const refusals = new Map<string, number[]>();
const server = createServer(async (req, res) => {
  res.setHeader('access-control-allow-origin', '*');
  res.setHeader('access-control-allow-methods', 'PUT');
  res.setHeader('access-control-allow-headers', '*');
  res.setHeader('access-control-expose-headers', 'etag');
  const body = await buffer(req);
  const path = req.url ?? '';
  const status = req.method === 'PUT' ? refusals.get(path)?.shift() : undefined;
  if (req.method === 'PUT' && status === undefined) {
    received.set(path, body);
    res.setHeader('etag', `"${path.slice(1)}"`);
  }
  res.writeHead(status ?? 200).end();
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.clear();
  refusals.clear();
});

const uploadOf = (folder: string): Upload =>
  ({
    upload: {
      parts: [0, 1, 2].map((index) => ({
        number: index + 1,
        chunkStart: index * 4,
        chunkEnd: Math.min(index * 4 + 4, 10),
        checksumSha256Base64: null,
        url: `${url}/${folder}${index + 1}`,
        headers: {},
        expiresAt: '2026-01-01T00:00:00Z',
      })),
    },
  }) as unknown as Upload;

type Options = Partial<Pick<Parameters<typeof sendParts>[0], 'signal' | 'renew' | 'sent'>>;

const send = ({
  signal = new AbortController().signal,
  renew = () => Promise.resolve(uploadOf('new')),
  sent = [],
}: Options = {}) => {
  const shares: number[] = [];
  const onShare = (share: number) => shares.push(share);
  const file = new Blob(['0123456789']);
  return { shares, done: sendParts({ file, upload: uploadOf('part'), renew, sent, onShare, signal }) };
};

describe('sendParts', () => {
  it('sends each part, again where it failed, and says how far it is', async () => {
    refusals.set('/part2', [503]);
    const { shares, done } = send();
    expect(await done).toEqual(
      [1, 2, 3].map((number) => ({ number, checksumEtag: `"part${number}"`, checksumSha256Base64: null })),
    );
    expect([1, 2, 3].map((number) => received.get(`/part${number}`)?.toString())).toEqual([
      '0123',
      '4567',
      '89',
    ]);
    expect(shares.at(-1)).toBe(1);
  });

  it('goes on where it stopped', async () => {
    refusals.set('/part2', [503, 503, 503, 503]);
    const sent: Parameters<typeof sendParts>[0]['sent'] = [];
    await expect(send({ sent }).done).rejects.toThrow('refused');
    await waitFor(() => expect(received.has('/part3')).toBe(true));
    received.clear();
    const { shares, done } = send({ sent });
    expect((await done).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect([...received.keys()]).toEqual(['/part2']);
    expect(shares.at(-1)).toBe(1);
  }, 20_000);

  it('asks for new links where the old ones are over', async () => {
    refusals.set('/part3', [403]);
    const sent = await send().done;
    expect(sent[2]?.checksumEtag).toBe('"new3"');
  });

  it('is given up with its signal', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(send({ signal: stop.signal }).done).rejects.toThrow();
    expect(received.size).toBe(0);
  });
});

describe('declareParts', () => {
  it('cuts a file into parts that follow each other and fill it', async () => {
    const shares: number[] = [];
    const watching = { onShare: (share: number) => shares.push(share), signal: new AbortController().signal };
    const parts = await declareParts(new NodeBlob([new Uint8Array(9_000_000)]) as Blob, watching);
    expect(parts.map(({ number, chunkStart, chunkEnd }) => [number, chunkStart, chunkEnd])).toEqual([
      [1, 0, 8_388_608],
      [2, 8_388_608, 9_000_000],
    ]);
    expect(shares.at(-1)).toBe(1);
  });
});
